import { checkInvariants } from '../../../src/app/invariants.ts'
import type { World } from '../world.ts'

/** Every promise that is broken, as a sentence; none in a world that is well. */
export async function brokenPromises(world: Pick<World, 'ctx'>): Promise<string[]> {
  const results = await checkInvariants(world.ctx)
  return results.flatMap(({ name, breaches }) => breaches.map((breach) => `${name}: ${breach}`))
}

/** What the ledger says, without the names that are drawn anew each time: two worlds with the same story compare equal. */
export async function canonicalLedger(world: World): Promise<string[]> {
  const { rows } = await world.house.pool.query<{ line: string }>(`
    select concat_ws(' ', l.happened_at at time zone 'UTC', coalesce(i.number, p.number, ip.number, '-'), l.kind,
      l.account, coalesce(t.title, '-'), l.amount_minor) as line
    from ledger_entry l left join tenant t on t.uuid = l.tenant_uuid
    left join invoice i on i.uuid = l.source_uuid
    left join payout p on p.uuid = l.source_uuid
    left join invoice_transaction x on x.payment_uuid = l.source_uuid
    left join invoice ip on ip.uuid = x.invoice_uuid
    order by 1`)
  return rows.map(({ line }) => line)
}

/** How many rows each table has. */
export async function rowCounts(world: Pick<World, 'house'>): Promise<Record<string, number>> {
  const { rows } = await world.house.pool.query<{ name: string; n: number }>(`
    select table_schema || '.' || table_name as name,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', table_schema, table_name), false, true, '')))[1]::text::int as n
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
