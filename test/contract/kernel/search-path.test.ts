import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDemoWorld } from '../../../db/demo.ts'
import { brokenPromises, rowCounts } from '../../support/market/books.ts'
import { copyAsRestoreDoes, withoutSearchPath } from '../../support/table-copy.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Dumps are loaded with an empty search path: what the database does by itself must find everything without one. */

const env = { SUBLET_SANDBOX: '1', SUBLET_AUTO_ACTIVATE: '1' }
let original: World
let restored: World

beforeAll(async () => {
  original = await openWorld({ env })
  await fillDemoWorld(original.ctx)
  await original.hear()
  await original.runJobs()
  restored = await openWorld({ env })
  await copyAsRestoreDoes(original.databaseUrl, restored.databaseUrl)
  await restored.hear()
})
afterAll(() => Promise.all([original.close(), restored.close()]))

describe('the demo world, copied table by table as a restore does it', () => {
  it('has every row', async () => {
    const counts = await rowCounts(original)
    expect(counts['public.invoice']).toBeGreaterThan(60)
    expect(counts['public.sales_order']).toBeGreaterThan(60)
    expect(await rowCounts(restored)).toEqual(counts)
  })

  it('keeps every promise', async () => {
    expect(await brokenPromises(restored)).toEqual([])
  })
})

describe('without a search path', () => {
  it('every trigger and function does its work', async () => {
    const client = await withoutSearchPath(restored.databaseUrl)
    const changed = async (text: string) => (await client.query(text)).rowCount
    try {
      await client.query('begin')
      expect(await changed(`update public.lease set status = 'suspended' where status = 'active'`)).toBeGreaterThan(10)
      expect(
        await changed(`update public.letter set status = 'expired', ended_at = now() where status = 'active'`),
      ).toBeGreaterThan(0)
      // A trigger for each statement runs its own statements for no row, too.
      for (const [table, key] of [
        ['lease', 'uuid'],
        ['letter', 'uuid'],
        ['ledger_entry', 'transfer_uuid'],
      ])
        await changed(`insert into public.${table} (${key}) select ${key} from public.${table} where false`)
      const called = `select public.audit_seal(100), public.lock_offer(uuid) from public.offer limit 1`
      expect(await changed(called)).toBe(1)
      const hashed = `select from public.audit_deed e where hash = public.audit_hash('', e)`
      expect(await changed(hashed)).toBe(1)
    } finally {
      await client.query('rollback')
      await client.end()
    }
  })

  it('rows that must stay do, and say so', async () => {
    const client = await withoutSearchPath(restored.databaseUrl)
    for (const table of ['invoice', 'tenant', 'letter_key', 'ledger_entry', 'audit_deed'])
      await expect(client.query(`delete from public.${table}`)).rejects.toMatchObject({ code: '23001' })
    await client.end()
  })

  it('no function looks anything up by a bare name', async () => {
    const { rows } = await original.house.pool.query<{ name: string; language: string; bound: boolean; body: string }>(`
      select p.proname as name, l.lanname as language, p.prosqlbody is not null as bound, p.prosrc as body
      from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace
      and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%') order by 1`)
    expect(rows.length).toBeGreaterThan(10)
    const names = await namesIn('public')
    const bare = (body: string) => names.filter((name) => new RegExp(`(?<!public\\.)\\b${name}\\b(?!\\.)`).test(body))
    const faults = rows.flatMap(({ name, language, bound, body }) => {
      if (bound) return []
      // As text, the body of an SQL function is read anew wherever it is used.
      return language === 'sql' ? [`${name} is not bound`] : bare(body).map((word) => `${name} says ${word}`)
    })
    expect(faults).toEqual([])
  })
})

/** Tables and functions: what a body could mean by a word. */
async function namesIn(schema: string): Promise<string[]> {
  const { rows } = await original.house.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::text::regnamespace and relkind in ('r', 'v', 'S')
     union select proname from pg_proc where pronamespace = $1::text::regnamespace`,
    [schema],
  )
  return rows.map(({ name }) => name)
}
