import type { Context } from '../kernel/context.ts'
import type { Invariant } from '../kernel/invariants.ts'
import { identifier, query } from '../kernel/db/query.ts'

async function count(ctx: Context, table: string): Promise<number> {
  const rows = await query<{ n: number }>`select count(*) as n from ${identifier(table)}`.rows(ctx)
  return rows[0]?.n ?? 0
}

export const identityInvariants: readonly Invariant[] = [
  {
    name: 'every live app key has one or two live secrets',
    check: async (ctx) => {
      const rows = await query<{ client_id: string; live: number }>`
        select k.client_id, count(s.uuid) filter (where s.ended_at is null) as live
        from app_key k left join app_key_secret s on s.app_key_uuid = k.uuid
        where k.revoked_at is null group by k.uuid having count(s.uuid) filter (where s.ended_at is null) not between 1 and 2`.rows(
        ctx,
      )
      return { checked: await count(ctx, 'app_key'), breaches: rows.map((row) => `${row.client_id} has ${row.live}`) }
    },
  },
  {
    name: 'every company with members has an owner',
    check: async (ctx) => {
      const rows = await query<{ title: string }>`
        select t.title from tenant t join membership m on m.tenant_uuid = t.uuid
        group by t.uuid having count(*) filter (where m.role = 'owner') = 0`.rows(ctx)
      return { checked: await count(ctx, 'tenant'), breaches: rows.map((row) => `${row.title} has none`) }
    },
  },
  {
    name: "a company's status is what its audit log says",
    check: async (ctx) => {
      const rows = await query<{ title: string; status: string; logged: string }>`
        select t.title, t.status, last.to as logged from tenant t
        join lateral (select a.data ->> 'to' as to from audit_deed a
          where a.subject_uuid = t.uuid and a.subject_kind = 'tenant' and a.data ? 'to' order by a.happened_at desc, a.uuid desc limit 1) last on true
        where last.to <> t.status`.rows(ctx)
      return {
        checked: await count(ctx, 'tenant'),
        breaches: rows.map((row) => `${row.title} is ${row.status}, logged ${row.logged}`),
      }
    },
  },
]
