import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Role, Session } from '../../kernel/endpoint.ts'
import { textArray } from '../../kernel/db/arrays.ts'
import type { PersonTable, TenantTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'
import type { ProofWay } from '../factor/proof.rules.ts'

export type Person = PersonTable

export async function findPersonByEmail(ctx: Context, email: string): Promise<Person | undefined> {
  return query<Person>`select * from person where email = ${email}`.one(ctx)
}

/** The person with this address, made if there is none; two at once make one. */
export async function ensurePerson(ctx: Context, person: Omit<Person, 'password_hash' | 'time_zone'>): Promise<Person> {
  const { uuid, email, name, created_at } = person
  await query`
    insert into person (uuid, email, name, created_at) values (${uuid}, ${email}, ${name}, ${created_at})
    on conflict on constraint person_email_once do nothing`.changed(ctx)
  return query<Person>`select * from person where email = ${email}`.only(ctx)
}

export async function setPassword(ctx: Context, uuid: string, hash: string): Promise<void> {
  await query`update person set password_hash = ${hash} where uuid = ${uuid}`.changed(ctx)
}

/** What a person says of themselves; what is not named stays. */
export interface AccountChange {
  readonly name?: string | undefined
  readonly time_zone?: string | undefined
}

export async function setAccount(ctx: Context, uuid: string, change: AccountChange): Promise<Person | undefined> {
  const [person] = await query<Person>`
    update person set name = coalesce(${change.name ?? null}, name),
      time_zone = coalesce(${change.time_zone ?? null}, time_zone)
    where uuid = ${uuid} returning *`.rows(ctx)
  return person
}

/** The company whose sign-on has vouched for somebody, and by which of its domains. */
export interface Vouched {
  readonly connection: string
  readonly domain: string
}

interface NewSession {
  readonly digest: Buffer
  readonly uuid: string
  readonly person_uuid: string
  readonly expires_at: Date
  readonly user_agent: string | null
  readonly vouched: Vouched | null
  readonly proven_by: readonly ProofWay[]
}

export async function insertSession(ctx: Context, session: NewSession): Promise<void> {
  const { digest, uuid, person_uuid, expires_at, user_agent, vouched, proven_by } = session
  await query`insert into portal_session (digest, uuid, person_uuid, created_at, expires_at, user_agent,
      sso_connection_uuid, sso_domain_uuid, proven_at, proven_by)
    values (${digest}, ${uuid}, ${person_uuid}, ${ctx.realNow}, ${expires_at}, ${user_agent},
      ${vouched?.connection ?? null}, ${vouched?.domain ?? null}, ${ctx.realNow}, ${textArray(proven_by)})`.changed(ctx)
}

interface SessionRow {
  readonly uuid: string
  readonly person_uuid: string
  readonly proven_at: Date
  readonly operator: boolean
  readonly barred: boolean
  readonly only_tenant: string | null
}

/**
 * Of a membership `m`: its company lets people of its proven domains in only by its sign-on. Owners keep their passwords,
 * so that nobody is locked out when the provider is.
 */
const needsSignOn = query`(m.role <> 'owner' and exists (
  select from sso_connection c join sso_domain d on d.tenant_uuid = c.tenant_uuid
    join person p on p.uuid = m.person_uuid
  where c.tenant_uuid = m.tenant_uuid and c.required and d.proven_at is not null
    and d.domain = split_part(p.email, '@', 2)))`

/** A membership `m` that a session `s` comes in by: any by password, else that of the company that has vouched. */
const entersBy = query`case when s.sso_connection_uuid is null then not ${needsSignOn} else exists (
  select from sso_connection v where v.uuid = s.sso_connection_uuid and v.tenant_uuid = m.tenant_uuid) end`

/** Whether a session `s` lacks the second factor that its membership `m` must have; who is vouched for needs none. */
const lacksFactor = query`(s.sso_connection_uuid is null and lacks_second_factor(m.person_uuid, m.tenant_uuid))`

/**
 * Operators are the members of an active operator company, where the session comes in; barred are those who lack a factor
 * they must have.
 */
export async function findSession(ctx: Context, digest: Buffer): Promise<SessionRow | undefined> {
  return query<SessionRow>`
    select s.uuid, s.person_uuid, s.proven_at, coalesce(bool_or(not o.lacks), false) as operator,
      coalesce(bool_and(o.lacks), false) as barred,
      (select o.tenant_uuid from sso_connection o where o.uuid = s.sso_connection_uuid) as only_tenant
    from portal_session s left join lateral (
      select ${lacksFactor} as lacks from membership m join tenant t on t.uuid = m.tenant_uuid
      where m.person_uuid = s.person_uuid and t.role = 'operator' and t.status = 'active' and ${entersBy}) o on true
    where s.digest = ${digest} and s.expires_at > ${ctx.realNow} group by s.digest`.one(ctx)
}

/** Its person has proven who they are, just now. */
export async function renewProof(ctx: Context, uuid: string): Promise<void> {
  await query`update portal_session set proven_at = ${ctx.realNow} where uuid = ${uuid}`.changed(ctx)
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

/** Those that somebody may see: all of theirs, or those by the company that this one is for. */
const sessionsFor = ({ userUuid, only }: Pick<Session, 'userUuid' | 'only'>) => query`
  portal_session where person_uuid = ${userUuid} and (${only}::uuid is null
    or sso_connection_uuid = (select uuid from sso_connection where tenant_uuid = ${only}))`

/** All that they may see but this one; how many there were. */
export async function deleteOtherOwnSessions(ctx: Context, session: Session): Promise<number> {
  return query`delete from ${sessionsFor(session)} and uuid <> ${session.uuid}`.changed(ctx)
}

export async function deleteOwnSession(ctx: Context, session: Session, uuid: string): Promise<boolean> {
  const deleted = await query`delete from ${sessionsFor(session)} and uuid = ${uuid}`.changed(ctx)
  return deleted === 1
}

/** A person's, that came by a company's sign-on. */
export async function deleteSessionsBySignOn(ctx: Context, tenant: string, person: string): Promise<void> {
  await query`delete from portal_session s using sso_connection c
    where c.uuid = s.sso_connection_uuid and c.tenant_uuid = ${tenant} and s.person_uuid = ${person}`.changed(ctx)
}

interface ListedSession {
  readonly uuid: string
  readonly created_at: Date
  readonly expires_at: Date
  readonly user_agent: string | null
  readonly proven_at: Date
  readonly proven_by: ProofWay[]
}

export async function listSessions(
  ctx: Context,
  session: Session,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: ListedSession[]; total: number }> {
  const live = query`from ${sessionsFor(session)} and expires_at > ${ctx.realNow}`
  const rows = await query<ListedSession>`
    select uuid, created_at, expires_at, user_agent, proven_at, proven_by ${live}
    order by created_at desc, uuid desc limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total ${live}`.only(ctx)
  return { rows, total }
}

interface StandingRow {
  readonly role: Role
  readonly status: TenantTable['status']
  /** Must have a second factor there, and has none. */
  readonly lacks_factor: boolean
}

interface StandingOfSession extends StandingRow {
  readonly needs_sign_on: boolean
}

/** None where the session is for another company. */
export async function findStanding(
  ctx: Context,
  { userUuid, only }: Session,
  tenant: string,
): Promise<StandingOfSession | null> {
  if (only !== null && only !== tenant) return null
  const standing = await query<StandingOfSession>`
    select m.role, t.status, ${only}::uuid is null and ${needsSignOn} as needs_sign_on,
      ${only}::uuid is null and lacks_second_factor(m.person_uuid, m.tenant_uuid) as lacks_factor
    from membership m join tenant t on t.uuid = m.tenant_uuid
    where m.person_uuid = ${userUuid} and m.tenant_uuid = ${tenant}`.one(ctx)
  return standing ?? null
}

/** Of whoever has this session, as long as it lives. */
export async function standingBySession(
  db: Db,
  session: string,
  tenant: string,
  now: Date,
): Promise<(StandingRow & { readonly proven_at: Date }) | undefined> {
  return query<StandingRow & { readonly proven_at: Date }>`
    select m.role, t.status, ${lacksFactor} as lacks_factor, s.proven_at
    from portal_session s join membership m on m.person_uuid = s.person_uuid join tenant t on t.uuid = m.tenant_uuid
    where s.uuid = ${session} and s.expires_at > ${now} and m.tenant_uuid = ${tenant} and ${entersBy}`.one({ db })
}

export interface Company {
  readonly uuid: string
  readonly customer_number: number
  readonly title: string
  readonly status: TenantTable['status']
  readonly role: Role
  /** Whether it lets them in by its own sign-on only. */
  readonly sign_on_required: boolean
  readonly lacks_second_factor: boolean
}

/** Those that the session is for. */
export async function companiesOf(ctx: Context, { userUuid, only }: Session): Promise<Company[]> {
  return query<Company>`
    select t.uuid, t.customer_number, t.title, t.status, m.role,
      ${only}::uuid is null and ${needsSignOn} as sign_on_required,
      ${only}::uuid is null and lacks_second_factor(m.person_uuid, m.tenant_uuid) as lacks_second_factor
    from membership m join tenant t on t.uuid = m.tenant_uuid
    where m.person_uuid = ${userUuid} and (${only}::uuid is null or m.tenant_uuid = ${only})
    order by t.title, t.uuid limit 1000`.rows(ctx)
}

export async function findPerson(ctx: Context, uuid: string): Promise<Person | undefined> {
  return query<Person>`select * from person where uuid = ${uuid}`.one(ctx)
}

/** What changes the ways somebody signs in by is done one after the other. */
export async function lockPerson(ctx: Context, uuid: string): Promise<void> {
  await query`select from person where uuid = ${uuid} for update`.changed(ctx)
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
