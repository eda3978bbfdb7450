import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '../../../src/kernel/db/pool.ts'
import { migrate, readMigrations } from '../../../src/kernel/db/migrate.ts'
import { offerStates } from '../../../src/market/offer/offer.states.ts'
import { emptyDatabase } from '../../support/database.ts'

/** Offers of a database from before only proven space was exclusive. */

let pool: pg.Pool
let drop: () => Promise<void>
const tenant = randomUUID()
const offers = offerStates.states.map((status, n) => ({ uuid: randomUUID(), status, block: `45.${n}.0.0/16` }))

beforeAll(async () => {
  const database = await emptyDatabase()
  drop = () => database.drop()
  pool = openPool(database.url, { poolSize: 4, statementTimeout: 60_000 })
  const all = await readMigrations()
  await migrate(
    pool,
    all.filter(({ name }) => name < '0026'),
  )
  await pool.query(
    `insert into tenant (uuid, title, role, status, created_at) values ($1, 'Holder', 'holder', 'active', now())`,
    [tenant],
  )
  for (const { uuid, status, block } of offers) {
    await pool.query(
      `insert into offer (uuid, tenant_uuid, block, registry, status, hidden, reservation_token, minimum_split,
         maximum_split, authorisation, created_at)
       values ($1, $2, $3, 'ripencc', $4, false, $5, 16, 24, 'signed', now())`,
      [uuid, tenant, block, status, `rsv_${uuid}`],
    )
    if (status !== 'object_terminated')
      await pool.query('insert into free_block (block, offer_uuid, tenant_uuid, hidden) values ($1, $2, $3, false)', [
        block,
        uuid,
        tenant,
      ])
  }
  await migrate(pool)
})
afterAll(async () => {
  await pool.end()
  await drop()
})

it('all survive, and those whose ownership is proven have their space', async () => {
  const { rows } = await pool.query<{ status: string; proven: boolean; free: boolean }>(
    `select status, proven, exists (select from free_block f where f.offer_uuid = o.uuid) as free
     from offer o order by block`,
  )
  expect(rows).toEqual(
    offers.map(({ status }) => {
      const proven = status.startsWith('validity_')
      return { status, proven, free: proven }
    }),
  )
})

it('keep off others as they did, but only where they are proven', async () => {
  const claim = (block: string, status: string) =>
    pool.query(
      `insert into offer (uuid, tenant_uuid, block, registry, status, hidden, reservation_token, minimum_split,
         maximum_split, authorisation, created_at)
       values ($1, $2, $3, 'ripencc', $4, false, $5, 24, 24, 'signed', now())`,
      [randomUUID(), tenant, block, status, `rsv_${randomUUID()}`],
    )
  const kept: string[] = []
  for (const { block, status } of offers) {
    const part = block.replace('/16', '/24')
    await claim(part, 'auth_pending')
    await claim(part, 'validity_pending').catch((error: { constraint: string }) =>
      kept.push(`${status} ${error.constraint}`),
    )
  }
  const proven = offers.map(({ status }) => status).filter((status) => status.startsWith('validity_'))
  expect(kept).toEqual(proven.map((status) => `${status} offer_blocks_apart`))
})
