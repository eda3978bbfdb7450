import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../support/world.ts'

/** Promises about the database that its own catalogue can be asked about. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Tables that belong to no company, each with the reason. */
const nobodys: Readonly<Record<string, string>> = {
  migration: 'the history of the schema',
  pulse: 'counters between nodes',
  clock: 'one row for the installation',
  map_cell: 'what anyone sees of the market',
  map_change: 'where the kept map may be wrong',
  map_octet: 'how often a part of the map was brought up to date',
  place_key: 'what free blocks can have in common, whoever offers them',
  free_place: 'a part of a free block, which has a company; found by anyone who searches',
  shelf_place: 'a part of a price, which has a company; found by anyone who searches',
  shelf_change: 'where the kept prices may be wrong',
  place_state: 'of which network data the kept places are',
  idempotency_key: 'belongs to a caller, whose key or session belongs to a company',
  outbox_heard: 'marks on events, which have a company',
  tenant: 'the company itself',
  person: 'people may belong to several companies',
  portal_session: 'belongs to a person',
  password_ticket: 'belongs to a person',
  totp_factor: 'belongs to a person',
  passkey: 'belongs to a person',
  recovery_code: 'belongs to a person',
  sign_in_challenge: 'belongs to a person',
  passkey_challenge: 'belongs to a person, or to whoever signs in',
  second_factor_role: 'what operators require of everybody',
  site_text: 'what the operator says to everybody',
  terms_acceptance: 'belongs to a person',
  mail_muted: 'belongs to a person',
  alert_choice: 'belongs to a person',
  alert_digest: 'belongs to a person',
  stale_source: 'what operators were told of a source, which is everyone’s',
  sign_in_failures: 'counted before anyone is known',
  sign_up: 'a company that is not there yet',
  revoked_token: 'an identifier and a time, kept a day',
  signing_key: 'belongs to the installation',
  secret_key: 'names of keys of the installation',
  letter_key: 'belongs to the installation',
  arrival: 'what has come to the market, for whoever looks for it',
  proof_mail: 'counts what a stranger is mailed, whoever lists',
  network_source: 'facts about the internet, the same for everyone',
  network_snapshot: 'facts about the internet, the same for everyone',
  network_snapshot_chunk: 'part of a snapshot',
  network_import: 'the history of a source',
  rdap_answer: 'what a registry said about a block, whoever asked',
  rdap_pause: 'a server of somebody else',
  rdap_bootstrap: 'a list of servers, the same for everyone',
  asn_ban: 'what the operator decided about an AS number',
  asn_acceptance: 'likewise',
  network_feed: 'what operators have fetched by itself',
  network_pause: 'what operators do not have fetched',
  prefix_health: 'how a prefix stands, for whoever sees it: its holder, and its lessee of the day',
  prefix_health_change: 'how a prefix stood, likewise',
  prefix_health_walk: 'one row for the installation',
  payout_file: 'what went to a bank together, of many holders',
  invoice_transaction: 'a part of an invoice, which has a company; read with it only',
  billed_period: 'a part of a subscription, likewise',
  renewal_step: 'a part of a subscription, which has a company; read and locked with it only',
  document_number: 'counts the documents of the marketplace',
  discount_code: 'the marketplace gives it, any company may use it',
  webhook_secret: 'a part of an endpoint, which has a company; read with it only',
  sso_identity: 'a part of a connection, which has a company; read with it only',
  sso_attempt: 'somebody on the way to a connection, likewise',
  sandbox_charge: 'the log of somebody outside, who knows keys and cards only',
}

async function all<R extends Record<string, unknown>>(text: string, ...values: unknown[]): Promise<R[]> {
  return (await world.house.pool.query<R>(text, values)).rows
}

/** What ends stays as what it was. */
const stay = ['tenant', 'payment_method', 'sales_order', 'invoice', 'pricing', 'discount_code', 'site_text']

const tables = async () =>
  (
    await all<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
  ).map(({ name }) => name)

it('every table has a company, or a reason to have none', async () => {
  const owned = await all<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute where attname = 'tenant_uuid' and not attisdropped
     and atttypid = 'uuid'::regtype and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))`,
  )
  const names = new Set(owned.map(({ name }) => name))
  const present = await tables()
  expect(present.filter((name) => !names.has(name) && !(name in nobodys))).toEqual([])
  expect(Object.keys(nobodys).filter((name) => names.has(name) || !present.includes(name))).toEqual([])
})

it('every foreign key has an index of all its values that begins with its columns, or names rows that stay', async () => {
  const bare = await all(
    `select k.conrelid::regclass::text as "table", k.conname as name from pg_constraint k
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
       select from pg_index i where i.indrelid = k.conrelid
       and coalesce(pg_get_expr(i.indpred, i.indrelid), 'whole') in ('whole', (select format('(%I IS NOT NULL)', attname)
         from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1] and cardinality(k.conkey) = 1))
       and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey
       and k.conkey @> (i.indkey::smallint[])[0:cardinality(k.conkey) - 1])
     and k.confrelid::regclass::text <> all ($1)`,
    stay,
  )
  expect(bare).toEqual([])
})

it.each(stay)('no row of %s is ever deleted', async (table) => {
  await expect(all(`delete from ${table}`)).rejects.toThrow(`${table} rows stay as they were written`)
})

it('no column is a float, a time without a zone or text of a guessed length', async () => {
  const bad = await all(
    `select attrelid::regclass::text as "table", attname as name, format_type(atttypid, atttypmod) as type
     from pg_attribute join pg_class c on c.oid = attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and attnum > 0 and not attisdropped
     and atttypid in ('real'::regtype, 'double precision'::regtype, 'money'::regtype, 'timestamp'::regtype, 'varchar'::regtype, 'char'::regtype)`,
  )
  expect(bad).toEqual([])
})

it('every table has a primary key', async () => {
  const without = await all(
    `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
  )
  expect(without).toEqual([])
})

it('every table has a row type', async () => {
  const generated = readFileSync(join(import.meta.dirname, '../../src/kernel/db/rows.gen.ts'), 'utf8')
  const named = [...(/export interface DB \{([^}]*)\}/.exec(generated)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)]
  expect(named.map((match) => match[1] ?? '').toSorted()).toEqual(await tables())
})
