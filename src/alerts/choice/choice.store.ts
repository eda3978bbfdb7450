import type { Context } from '../../kernel/context.ts'
import type { Role } from '../../kernel/endpoint.ts'
import { query } from '../../kernel/db/query.ts'
import type { Kind, MailWay } from '../kind.rules.ts'

/** How people and companies want alerts to be mailed. */

type Chosen = ReadonlyMap<string, MailWay>

interface ChoiceRow {
  readonly kind: string
  readonly mail: MailWay
}

const mapOf = (rows: readonly ChoiceRow[]): Chosen => new Map(rows.map(({ kind, mail }) => [kind, mail]))

export async function choicesOf(ctx: Context, person: string): Promise<Chosen> {
  return mapOf(await query<ChoiceRow>`select kind, mail from alert_choice where person_uuid = ${person}`.rows(ctx))
}

export async function defaultsOf(ctx: Context, tenant: string): Promise<Chosen> {
  return mapOf(await query<ChoiceRow>`select kind, mail from alert_default where tenant_uuid = ${tenant}`.rows(ctx))
}

interface StandingRow {
  readonly role: Role
  /** What the company has chosen, by kind. */
  readonly defaults: Readonly<Record<string, MailWay>>
}

/** In each company that somebody belongs to. */
export async function standingsOf(ctx: Context, person: string): Promise<StandingRow[]> {
  return query<StandingRow>`
    select m.role, coalesce(jsonb_object_agg(d.kind, d.mail) filter (where d.kind is not null), '{}') as defaults
    from membership m left join alert_default d on d.tenant_uuid = m.tenant_uuid
    where m.person_uuid = ${person} group by m.tenant_uuid, m.role`.rows(ctx)
}

/** Whether that is another choice than before; null: none. */
export async function setChoice(ctx: Context, person: string, kind: Kind, mail: MailWay | null): Promise<boolean> {
  const change =
    mail === null
      ? query`delete from alert_choice where person_uuid = ${person} and kind = ${kind}`
      : query`insert into alert_choice as c (person_uuid, kind, mail) values (${person}, ${kind}, ${mail})
          on conflict (person_uuid, kind) do update set mail = excluded.mail where c.mail <> excluded.mail`
  return (await change.changed(ctx)) === 1
}

export async function setDefault(ctx: Context, tenant: string, kind: Kind, mail: MailWay | null): Promise<boolean> {
  const change =
    mail === null
      ? query`delete from alert_default where tenant_uuid = ${tenant} and kind = ${kind}`
      : query`insert into alert_default as c (tenant_uuid, kind, mail) values (${tenant}, ${kind}, ${mail})
          on conflict (tenant_uuid, kind) do update set mail = excluded.mail where c.mail <> excluded.mail`
  return (await change.changed(ctx)) === 1
}
