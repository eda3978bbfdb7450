import { createCipheriv, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDemoWorld } from '../../../db/demo.ts'
import { sealedColumns } from '../../../src/app/sealed.ts'
import { rotateLetterKey } from '../../../src/letters/index.ts'
import { keyIdOf, SecretBox, secretKeyOf } from '../../../src/kernel/secrets/box.ts'
import { rotateSecretKey } from '../../../src/kernel/secrets/rotation.ts'
import { keysInUse, seal, type SealedColumn } from '../../../src/kernel/secrets/sealing.ts'
import { keyFile } from '../../../src/kernel/secrets/secret-keys.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { personOf } from '../../support/callers.ts'
import { guarded } from '../../support/factors.ts'
import type { Context } from '../../../src/kernel/context.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { openWorld, type World } from '../../support/world.ts'

/** The secret key is replaced while the installation serves, and nothing sealed is forgotten. */

let world: World
beforeAll(async () => {
  world = await openWorld()
  await fillDemoWorld(world.ctx)
  await world.change(rotateLetterKey)
  await guarded(world, await world.tenant())
  await makeKey('first')
  await makeProvider()
  await world.change(makeOutsiders)
})
afterAll(() => world.close())

async function all<R extends Record<string, unknown>>(text: string, ...values: unknown[]): Promise<R[]> {
  return (await world.house.pool.query<R>(text, values)).rows
}

/** An app key, whose secret is in the answer that is kept. */
async function makeKey(key: string) {
  const tenant = await world.tenant()
  const { headers } = await personOf(world, tenant, 'owner')
  const url = `/portal/companies/${tenant}/app-keys`
  const again = (node = world) =>
    node.call('POST', url, {
      headers: { ...headers, 'idempotency-key': key, 'sec-fetch-site': 'same-origin' },
      payload: { name: 'K', scopes: ['billing'] },
    })
  return { first: await again(), again }
}

/** An identity provider, whose secret is kept. */
async function makeProvider(): Promise<void> {
  const tenant = await world.tenant()
  const { headers } = await personOf(world, tenant, 'owner')
  const payload = { issuer: 'https://login.example.net', client_id: 'x', client_secret: 'y', default_role: 'viewer' }
  await world.call('PUT', `/portal/companies/${tenant}/sso`, { headers, payload })
}

/** A name server and a registry, whose keys are kept. */
async function makeOutsiders(ctx: Context): Promise<void> {
  const tenant = await world.tenant()
  const sealed = await seal(ctx, 'a key')
  await query`insert into dns_server (uuid, tenant_uuid, title, kind, address, secret_sealed, status, created_at)
    values (${newUuid()}, ${tenant}, 'Primary', 'powerdns', 'https://ns.example.net', ${sealed}, 'active', now())`.changed(
    ctx,
  )
  await query`insert into routing_connector (uuid, tenant_uuid, kind, title, url, secret_sealed, status, created_at)
    values (${newUuid()}, ${tenant}, 'krill', 'Krill', 'https://ca.example.net', ${sealed}, 'draft', now())`.changed(
    ctx,
  )
}

const valuesIn = async ({ table, column }: Pick<SealedColumn, 'table' | 'column'>): Promise<Buffer[]> =>
  (await all<{ sealed: Buffer }>(`select ${column} as sealed from ${table} where ${column} is not null`)).map(
    ({ sealed }) => sealed,
  )

const opens = (box: SecretBox, sealed: Buffer): boolean => {
  try {
    box.open(sealed)
    return true
  } catch {
    return false
  }
}

/** Columns of bytes that are not sealed, each with the reason. */
const plain: Readonly<Record<string, string>> = {
  'app_key_secret.digest': 'a digest',
  'audit_deed.hash': 'a digest',
  'idempotency_key.request_digest': 'a digest',
  'invitation.digest': 'a digest',
  'network_snapshot.sha256': 'a digest',
  'network_snapshot_chunk.bytes': 'public data',
  'ownership_proof.code_digest': 'a digest',
  'passkey.credential_id': 'what an authenticator calls its key',
  'passkey.public_key': 'a public key',
  'passkey_challenge.digest': 'a digest',
  'password_ticket.digest': 'a digest',
  'portal_session.digest': 'a digest',
  'prefix_health.why_digest': 'a digest',
  'proof_document.content': 'what a holder sent for operators to read',
  'proof_document.digest': 'a digest',
  'recovery_code.digest': 'a digest',
  'sign_in_challenge.digest': 'a digest',
  'sign_up.digest': 'a digest',
  'sso_attempt.browser_digest': 'a digest',
  'sso_attempt.digest': 'a digest',
}

describe('the table of sealed columns', () => {
  it('has every column that holds a sealed value, and its primary key', async () => {
    const columns = await all<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type in ('bytea', 'ARRAY') and udt_name in ('bytea', '_bytea') order by 1, 2`,
    )
    const listed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))
    const found = columns.map(({ table, column }) => `${table}.${column}`)
    expect(found.filter((name) => !listed.has(name) && !(name in plain))).toEqual([])
    for (const { table, column } of columns) {
      const values = await valuesIn({ table, column })
      const sealed = values.length > 0 && values.every((value) => opens(world.house.box, value))
      expect([`${table}.${column}`, sealed]).toEqual([`${table}.${column}`, listed.has(`${table}.${column}`)])
    }
    for (const { table, key } of sealedColumns) {
      const [row] = await all<{ key: string[] }>(
        `select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as key
         from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
         where i.indrelid = $1::regclass and i.indisprimary`,
        table,
      )
      expect([table, row?.key]).toEqual([table, key])
    }
  })
})

const linesOf = async () => (await readFile(keyFile(world.house.config.dataDir), 'utf8')).trim().split('\n')

/** As values were sealed before they named their key. */
async function sealAsBefore(hex: string): Promise<void> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hex, 'hex'), nonce)
  const answer = Buffer.concat([nonce, cipher.update('{}', 'utf8'), cipher.final(), cipher.getAuthTag()])
  await world.house.pool.query(
    `insert into idempotency_key (caller, key, request_digest, status, answer, created_at) values ('old', 'old', '', 200, $1, now())`,
    [answer],
  )
}

describe('a rotation', () => {
  it('seals everything anew; the old key opens nothing, and other nodes know', async () => {
    const beside = await openWorld({ beside: world })
    const kept = await makeKey('before')
    expect(kept.first.status).toBe(201)
    const former = new SecretBox((await linesOf()).map(secretKeyOf))
    await sealAsBefore((await linesOf())[0] ?? '')
    const before = world.house.box.ids
    const said: string[] = []
    const done = await rotateSecretKey(world.ctx, sealedColumns, (line) => said.push(line))
    expect(done).toEqual({ key: expect.any(String), replaced: before, resealed: expect.any(Number) })
    expect(world.house.box.ids).toEqual([done.key])
    expect((await linesOf()).map((hex) => secretKeyOf(hex).id)).toEqual([done.key])
    expect(await keysInUse(world.ctx.db)).toEqual([{ id: done.key, seals: true }])
    for (const column of sealedColumns) {
      const values = await valuesIn(column)
      expect([column.table, values.length > 0]).toEqual([column.table, true])
      expect(values.filter((value) => opens(former, value))).toEqual([])
      expect(values.filter((value) => keyIdOf(value) !== done.key || !opens(world.house.box, value))).toEqual([])
    }
    expect(said.at(-1)).toMatch(/idempotency_key: \d+ of answer sealed anew, none left/)
    for (const node of [world, beside]) expect((await kept.again(node)).body).toEqual(kept.first.body)
    await beside.hear()
    expect(beside.house.box.ids).toEqual([done.key])
    await beside.close()
  })

  it('waits for those who are sealing, and seals theirs anew', async () => {
    const sealed = Promise.withResolvers<void>()
    const leave = Promise.withResolvers<void>()
    const before = world.house.box.ids
    const writing = world.change(async (ctx) => {
      const answer = await seal(ctx, '{}')
      await query`insert into idempotency_key (caller, key, request_digest, status, answer, created_at)
        values ('slow', 'slow', ${answer}, 200, ${answer}, ${ctx.realNow})`.changed(ctx)
      sealed.resolve()
      await leave.promise
    })
    await sealed.promise
    const rotating = rotateSecretKey(world.ctx, sealedColumns)
    await expect.poll(linesOf).toHaveLength(2)
    expect(await keysInUse(world.ctx.db)).toMatchObject([{ id: before[0], seals: true }])
    // Whoever comes meanwhile waits a moment at most, and seals with the key that is still in force.
    expect((await makeKey('meanwhile')).first.status).toBe(201)
    leave.resolve()
    await writing
    const { key } = await rotating
    const [row] = await all<{ answer: Buffer }>(`select answer from idempotency_key where caller = 'slow'`)
    expect(row && [keyIdOf(row.answer), world.house.box.open(row.answer)]).toEqual([key, '{}'])
  })

  it('passes over a row that somebody holds, and comes back to it', async () => {
    const held = await world.house.pool.connect()
    await held.query('begin')
    await held.query('select from letter_key for update')
    const rotating = rotateSecretKey(world.ctx, sealedColumns)
    await expect.poll(linesOf).toHaveLength(2)
    const newest = secretKeyOf((await linesOf())[0] ?? '').id
    const signing = async () => (await valuesIn({ table: 'signing_key', column: 'private_sealed' })).map(keyIdOf)
    await expect.poll(signing).toEqual([newest])
    expect(await keysInUse(world.ctx.db)).toHaveLength(2)
    await held.query('rollback')
    held.release()
    await rotating
    expect(await linesOf()).toHaveLength(1)
  })

  it('is done by one at a time', async () => {
    const held = await world.house.pool.connect()
    await held.query('select pg_advisory_lock(7238415034)')
    await expect(rotateSecretKey(world.ctx, sealedColumns)).rejects.toThrow('is being replaced already')
    held.release(true)
    expect(await linesOf()).toHaveLength(1)
  })

  it('forgets no key while something fits none, and goes on later', async () => {
    const stranger = new SecretBox([secretKeyOf('ab'.repeat(32))])
    await world.house.pool.query(
      `insert into idempotency_key (caller, key, request_digest, status, answer, created_at) values ('odd', 'odd', '', 200, $1, now())`,
      [stranger.seal('{}', stranger.ids[0] ?? '')],
    )
    await expect(rotateSecretKey(world.ctx, sealedColumns)).rejects.toThrow(
      /^A value of idempotency_key.answer fits none of the secret keys given/,
    )
    const half = await linesOf()
    expect(half).toHaveLength(2)
    await world.house.pool.query(`delete from idempotency_key where caller = 'odd'`)
    const { key } = await rotateSecretKey(world.ctx, sealedColumns)
    expect(await linesOf()).toEqual(half.slice(0, 1))
    expect(key).toBe(secretKeyOf(half[0] ?? '').id)
  })

  it('leaves a trace in the audit log, and no key', async () => {
    const entries = await all<{ action: string; data: object }>(
      `select action, data from audit_entry where subject_kind = 'secret_key' order by happened_at, uuid`,
    )
    expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['secret_key.replaced', 'secret_key.forgotten'])
    const [hex = ''] = await linesOf()
    expect(JSON.stringify(entries)).not.toContain(hex)
  })
})

it('a node that lacks the key answers 503 and tells its log, not the caller', async () => {
  const poor = await openWorld({ beside: world })
  const kept = await makeKey('poor')
  await world.house.pool.query(`update idempotency_key set answer = $1 where key = 'poor'`, [
    new SecretBox([secretKeyOf('ef'.repeat(32))]).seal('{}', secretKeyOf('ef'.repeat(32)).id),
  ])
  const { status, body, headers } = await kept.again(poor)
  expect([status, body.code]).toEqual([503, 'database_unavailable'])
  expect(headers['retry-after']).toBeDefined()
  await poor.close()
})
