import type pg from 'pg'
import type { Counted } from './judge.ts'

/** How often what clients asked for is there, by the tables themselves: one statement for each kind of effect. */

const done = (what: string, action: string): string =>
  `select '${what} ' || subject_uuid as effect from audit_entry where action = '${action}'`

const kinds: readonly string[] = [
  `select 'reservation ' || tenant_uuid || ' ' || block as effect from reservation`,
  done('withdrawn', 'reservation.withdraw'),
  `select 'order ' || cart_uuid as effect from sales_order where kind = 'purchase' and status = 'completed'`,
  `select 'charge ' || o.cart_uuid as effect from sandbox_charge c
     join payment p on p.uuid::text = c.key join sales_order o on o.uuid = p.order_uuid
   where c.operation = 'charge' and c.outcome = 'succeeded'`,
  `select 'invoice ' || o.cart_uuid as effect from invoice i join sales_order o on o.uuid = i.order_uuid
   where i.corrects_uuid is null`,
  `select 'lease ' || block as effect from lease`,
  `select 'termination ' || subscription_uuid as effect from termination_request`,
  done('cancelled', 'termination_request.cancel'),
  `select 'app key ' || name as effect from app_key where name like 'h-%'`,
  done('rotated', 'app_key.rotated'),
  done('revoked', 'app_key.revoked'),
  `select 'title ' || tenant_uuid || ' ' || substring(data->>'title' from 3) as effect from audit_entry
   where action = 'tenant.changed' and data->>'title' like 'H-%'`,
  done('offer changed', 'offer.changed'),
]

export async function countEffects(client: pg.Client): Promise<Counted> {
  const counted = new Map<string, number>()
  for (const kind of kinds) {
    const { rows } = await client.query<{ effect: string; times: number }>(
      `select effect, count(*)::int as times from (${kind}) as each where effect is not null group by effect`,
    )
    for (const { effect, times } of rows) counted.set(effect, times)
  }
  return counted
}
