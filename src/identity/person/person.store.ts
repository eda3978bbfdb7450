import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Role } from '../../kernel/endpoint.ts'
import type { PersonTable, TenantTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type Person = PersonTable

export async function findPersonByEmail(ctx: Context, email: string): Promise<Person | undefined> {
  return query<Person>`select * from person where email = ${email}`.one(ctx)
}

/** The person with this address, made if there is none; two at once make one. */
export async function ensurePerson(ctx: Context, person: Omit<Person, 'password_hash'>): Promise<Person> {
  const { uuid, email, name, created_at } = person
  await query`
    insert into person (uuid, email, name, created_at) values (${uuid}, ${email}, ${name}, ${created_at})
    on conflict on constraint person_email_once do nothing`.changed(ctx)
  return query<Person>`select * from person where email = ${email}`.only(ctx)
}

export async function setPassword(ctx: Context, uuid: string, hash: string): Promise<void> {
  await query`update person set password_hash = ${hash} where uuid = ${uuid}`.changed(ctx)
}

export async function setName(ctx: Context, uuid: string, name: string): Promise<Person | undefined> {
  const [person] = await query<Person>`update person set name = ${name} where uuid = ${uuid} returning *`.rows(ctx)
  return person
}

export async function insertSession(
  ctx: Context,
  session: { digest: Buffer; uuid: string; person_uuid: string; expires_at: Date; user_agent: string | null },
): Promise<void> {
  const { digest, uuid, person_uuid, expires_at, user_agent } = session
  await query`insert into portal_session (digest, uuid, person_uuid, created_at, expires_at, user_agent)
    values (${digest}, ${uuid}, ${person_uuid}, ${ctx.realNow}, ${expires_at}, ${user_agent})`.changed(ctx)
}

interface SessionRow {
  readonly uuid: string
  readonly person_uuid: string
  readonly operator: boolean
}

/** Operators are the members of an active operator company. */
export async function findSession(ctx: Context, digest: Buffer): Promise<SessionRow | undefined> {
  return query<SessionRow>`
    select s.uuid, s.person_uuid, exists (
      select from membership m join tenant t on t.uuid = m.tenant_uuid
      where m.person_uuid = s.person_uuid and t.role = 'operator' and t.status = 'active') as operator
    from portal_session s where s.digest = ${digest} and s.expires_at > ${ctx.realNow}`.one(ctx)
}

export async function deleteSession(ctx: Context, uuid: string): Promise<void> {
  await query`delete from portal_session where uuid = ${uuid}`.changed(ctx)
}

export async function deleteSessionsOf(ctx: Context, person: string): Promise<void> {
  await query`delete from portal_session where person_uuid = ${person}`.changed(ctx)
}

export async function deleteOtherSessions(ctx: Context, person: string, kept: string): Promise<void> {
  await query`delete from portal_session where person_uuid = ${person} and uuid <> ${kept}`.changed(ctx)
}

export async function deleteOwnSession(ctx: Context, person: string, uuid: string): Promise<boolean> {
  const deleted = await query`delete from portal_session where uuid = ${uuid} and person_uuid = ${person}`.changed(ctx)
  return deleted === 1
}

interface ListedSession {
  readonly uuid: string
  readonly created_at: Date
  readonly expires_at: Date
  readonly user_agent: string | null
}

export async function listSessions(
  ctx: Context,
  person: string,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: ListedSession[]; total: number }> {
  const live = query`from portal_session where person_uuid = ${person} and expires_at > ${ctx.realNow}`
  const rows = await query<ListedSession>`
    select uuid, created_at, expires_at, user_agent ${live}
    order by created_at desc, uuid desc limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total ${live}`.only(ctx)
  return { rows, total }
}

interface StandingRow {
  readonly role: Role
  readonly status: TenantTable['status']
}

export async function findStanding(ctx: Context, person: string, tenant: string): Promise<StandingRow | null> {
  const standing = await query<StandingRow>`
    select m.role, t.status from membership m join tenant t on t.uuid = m.tenant_uuid
    where m.person_uuid = ${person} and m.tenant_uuid = ${tenant}`.one(ctx)
  return standing ?? null
}

/** Of whoever has this session, as long as it lives. */
export async function standingBySession(
  db: Db,
  session: string,
  tenant: string,
  now: Date,
): Promise<StandingRow | undefined> {
  return query<StandingRow>`
    select m.role, t.status
    from portal_session s join membership m on m.person_uuid = s.person_uuid join tenant t on t.uuid = m.tenant_uuid
    where s.uuid = ${session} and s.expires_at > ${now} and m.tenant_uuid = ${tenant}`.one({ db })
}

export interface Company {
  readonly uuid: string
  readonly customer_number: number
  readonly title: string
  readonly status: TenantTable['status']
  readonly role: Role
}

export async function companiesOf(ctx: Context, person: string): Promise<Company[]> {
  return query<Company>`
    select t.uuid, t.customer_number, t.title, t.status, m.role
    from membership m join tenant t on t.uuid = m.tenant_uuid where m.person_uuid = ${person}
    order by t.title, t.uuid limit 1000`.rows(ctx)
}

export async function findPerson(ctx: Context, uuid: string): Promise<Person | undefined> {
  return query<Person>`select * from person where uuid = ${uuid}`.one(ctx)
}

export async function insertTicket(
  ctx: Context,
  { digest, person_uuid, expires_at }: { digest: Buffer; person_uuid: string; expires_at: Date },
): Promise<void> {
  await query`insert into password_ticket (digest, person_uuid, expires_at)
    values (${digest}, ${person_uuid}, ${expires_at})`.changed(ctx)
}

/** Takes the ticket, so that it works once. */
export async function takeTicket(ctx: Context, digest: Buffer): Promise<string | null> {
  const [taken] = await query<{ person_uuid: string }>`
    delete from password_ticket where digest = ${digest} and expires_at > ${ctx.realNow}
    returning person_uuid`.rows(ctx)
  return taken?.person_uuid ?? null
}

export async function deleteTicketsOf(ctx: Context, person: string): Promise<void> {
  await query`delete from password_ticket where person_uuid = ${person}`.changed(ctx)
}

/** Counts an attempt before it is judged, so that many at once cannot slip through; returns how many in this window. */
export async function countAttempt(
  ctx: Context,
  subject: string,
  windowSeconds: number,
): Promise<{ failures: number; since: Date }> {
  // What began after now was counted before the clock was put back; a minute is what nodes may differ by.
  const isOver = query`f.since not between excluded.since - ${windowSeconds} * interval '1 second'
    and excluded.since + interval '1 minute'`
  const rows = await query<{ failures: number; since: Date }>`
    insert into sign_in_failures as f (subject, failures, since) values (${subject}, 1, ${ctx.realNow})
    on conflict (subject) do update set
      failures = case when ${isOver} then 1 else f.failures + 1 end,
      since = case when ${isOver} then excluded.since else f.since end
    returning failures, since`.rows(ctx)
  return rows[0] ?? { failures: 1, since: ctx.realNow }
}

/** Gives back one attempt that turned out to be no failure. */
export async function forgiveAttempt(ctx: Context, subject: string): Promise<void> {
  await query`update sign_in_failures set failures = failures - 1 where subject = ${subject} and failures > 0`.changed(
    ctx,
  )
}

export async function forgetAttempts(ctx: Context, subject: string): Promise<void> {
  await query`delete from sign_in_failures where subject = ${subject}`.changed(ctx)
}
