import { afterAll, beforeAll, expect, it } from 'vitest'
import { invariants } from '../../src/app/invariants.ts'
import { contextOf, system } from '../../src/kernel/context.ts'
import { crowdPeriods } from '../support/market/bill-crowd.ts'
import { crowdMarket } from '../support/market/crowd.ts'
import { statementsOf } from '../support/statements.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * What an audit looks at, counted by the database itself: rows of each table a few times, and never each with each. The
 * database has forgotten how many there are, as after a restore, when it plans worst and audits matter most.
 */

let world: World
beforeAll(async () => {
  world = await openWorld()
  const companies = await Promise.all(Array.from({ length: 20 }, () => world.tenant()))
  await crowdMarket(world, companies, offers)
  await crowdPeriods(world.house.pool)
  await forgetStatistics()
})
afterAll(() => world.close())

const offers = 700

/** Rows of the largest table; each purchase has three entries in the ledger, and its promise reads six tables. */
const rows = offers * 3 * 3
const timesEach = 40

async function forgetStatistics(): Promise<void> {
  const { rows: tables } = await world.house.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of tables) await world.house.pool.query(`alter table "${name}" set (autovacuum_enabled = off)`)
  await world.house.pool.query(
    `delete from pg_statistic s using pg_class c where c.oid = s.starelid and c.relnamespace = 'public'::regnamespace;
     update pg_class set reltuples = -1, relpages = 0 where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
}

interface Carried {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Carried[]
}

const looked = (node: Carried): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, part) => sum + looked(part), 0)

it.each(invariants.map((invariant) => [invariant.name, invariant] as const))('%s', async (_name, invariant) => {
  const ctx = contextOf(world.house, { actor: system('test') })
  const statements = await statementsOf(() => invariant.check(ctx))
  const client = await world.house.pool.connect()
  try {
    await client.query('begin')
    for (const { text, values } of statements) {
      if (text.startsWith('set local')) await client.query(text)
      if (!/^\s*(select|with)\b/i.test(text)) continue
      const { rows: explained } = await client.query<{ 'QUERY PLAN': { Plan: Carried }[] }>(
        `explain (analyze, timing off, format json) ${text}`,
        [...values],
      )
      expect(looked(explained[0]?.['QUERY PLAN'][0]?.Plan as Carried)).toBeLessThan(rows * timesEach)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})
