import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealedColumns } from '../../../src/app/sealed.ts'
import { know, list, offersPath, recordOf, subnetOf, type Client } from '../../support/market/offers.ts'
import { openWorld, type World } from '../../support/world.ts'
import { writtenLog } from '../../support/server/written-log.ts'

/** listBlocks: what becomes of a maintainer's password. */

const { log, written } = writtenLog()

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld({ log })
  holder = await world.client()
  await know(world, 'registry', [recordOf('45.8.0.0/16')])
})
afterAll(() => world.close())

const secret = 'hunter2-maintainer-password'

/** Every row of every table, as text: bytes as they are and as hex. */
async function everything(): Promise<string> {
  const { pool } = world.house
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts = await Promise.all(
    rows.map(async ({ name }) => JSON.stringify((await pool.query(`select t::text from ${name} t`)).rows)),
  )
  return texts.join('\n')
}

/** What is sealed, as whoever has the key reads it. */
async function opened(): Promise<string> {
  const values = await Promise.all(
    sealedColumns.map(async ({ table, column }) => {
      const { rows } = await world.house.pool.query<{ sealed: Buffer }>(
        `select ${column} as sealed from ${table} where ${column} is not null`,
      )
      return rows.map(({ sealed }) => world.house.box.open(sealed))
    }),
  )
  const texts = values.flat()
  expect(texts.length).toBeGreaterThan(1)
  return texts.join('\n')
}

it('a password is in no answer, log line, audit entry, letter, event or table, listed with it or changed', async () => {
  const subnet = subnetOf('45.8.0.0/24', { maintainer_id: 'MAINT-EXAMPLE', maintainer_password: secret })
  const taken = await list(world, holder, subnet)
  expect(taken.status).toBe(201)
  const refused = [
    await list(world, holder, subnet),
    await list(world, holder, { ...subnet, cidr: 99 }),
    await list(world, holder, { ...subnet, maintainer_password: secret.repeat(20) }),
  ]
  const [{ uuid }] = taken.body.data
  const changed = await world.call('PATCH', `${offersPath(holder.tenant)}/${uuid}`, {
    headers: { ...holder.bearer, 'idempotency-key': 'again' },
    payload: { maintainer_password: secret, hidden: true },
  })
  expect(changed.status).toBe(200)
  const read = await world.call('GET', offersPath(holder.tenant), { headers: holder.bearer })
  await world.runJobs()
  const kept = await everything()
  expect(kept).toContain('MAINT-EXAMPLE')
  const sealed = await opened()
  for (const text of [
    taken.text,
    read.text,
    ...refused.map((answer) => answer.text),
    written.join(''),
    kept,
    sealed,
    changed.text,
  ]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    expect(text).not.toContain(Buffer.from(secret).toString('base64'))
  }
})
