import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAppKey, createMember, createTenant, isEmptyWorld, newPassword } from '../src/identity/index.ts'
import { inTransaction, type Context } from '../src/kernel/context.ts'
import { prepareDataFolder } from '../src/kernel/postgres/folders.ts'
import { query } from '../src/kernel/db/query.ts'
import { root } from '../src/kernel/root.ts'
import { keepFacts, keepFile, openNetwork, type KindName } from '../src/network/index.ts'
import { changeEndpoint, createEndpoint } from '../src/webhooks/index.ts'
import { companies } from './demo/companies.ts'
import * as facts from './demo/facts.ts'
import { fillMarket } from './demo/market.ts'
import { grants, names } from './demo/numbers.ts'

/** The demo world: believable companies to try everything with. Written once, into an empty database. */

export interface DemoCredentials {
  readonly tenant: string
  readonly client_id: string
  readonly client_secret: string
  readonly password: string
  readonly people: readonly string[]
}

const scopes = ['billing', 'ecommerce', 'credits', 'nethub-data', 'nethub-analytics', 'dns']

const fileOf = (ctx: Context) => join(ctx.house.config.dataDir, 'demo.json')

/** Nothing when there is a world already; the credentials are on disk before the world is committed. */
export async function fillDemoWorld(ctx: Context): Promise<void> {
  if (!(await isEmptyWorld(ctx))) return
  await bringRegistries(ctx)
  // Another node may be making it just now, which on a busy machine takes longer than a statement may wait.
  while (!(await inTransaction(ctx, makeWorld))) await pause(250)
}

/** Whether there is a world then; not while somebody else is about it. */
async function makeWorld(tx: Context): Promise<boolean> {
  if (!(await lockWorld(tx))) return false
  if (!(await isEmptyWorld(tx))) return true
  const password = newPassword().slice(0, 16)
  const made = await found(tx, password)
  await fillMarket(tx, (key) => made.get(key) ?? '')
  await bringRoutes(tx)
  const lessee = made.get('brightwave') ?? ''
  await nameReceiver(tx, lessee)
  const { key, clientSecret } = await createAppKey(tx, lessee, { name: 'First steps', scopes })
  const people = companies.slice(0, 3).map(({ person }) => person.email)
  await keep(fileOf(tx), {
    tenant: lessee,
    client_id: key.client_id,
    client_secret: clientSecret,
    password,
    people,
  })
  return true
}

/** Paused: nobody listens there. */
async function nameReceiver(ctx: Context, tenant: string): Promise<void> {
  const wish = { url: 'https://hooks.brightwave.example/sublet', events: ['lease.*', 'order.*', 'prefixes.*'] }
  const { uuid } = await createEndpoint(ctx, tenant, wish)
  await changeEndpoint(ctx, tenant, uuid, { status: 'paused' })
}

interface Sample {
  readonly kind: KindName
  readonly file: string
  readonly name?: string
  /** Where the file itself does not say of which day it is. */
  readonly day?: string
}

/** Cut from public files (db/demo/data/README.md); under the names that imports of the whole ones have. */
const samples: readonly Sample[] = [
  { kind: 'asn-names', file: 'as-names.csv', day: '2026-07-01' },
  { kind: 'delegated', file: 'delegated-afrinic.txt' },
  { kind: 'delegated', file: 'delegated-apnic.txt' },
  { kind: 'delegated', file: 'delegated-lacnic.txt' },
  { kind: 'country-ranges', file: 'country-ranges.csv', name: 'registry' },
  { kind: 'ofac', file: 'ofac-sdn.csv', day: '2024-07-02' },
]

/** What blocks are checked against when they are listed; bringing it twice changes nothing. */
async function bringRegistries(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await keepFacts(tx, 'rpsl', facts.registry, facts.given)
    await keepFacts(tx, 'drop', facts.drop, facts.given)
    await keepFacts(tx, 'asn-drop', facts.asnDrop, facts.given)
    await keepFacts(tx, 'uceprotect', facts.uceprotect, facts.given)
    await keepFacts(tx, 'asn-names', names, facts.given)
    await keepFacts(tx, 'delegated', grants, facts.given)
    await keepFacts(tx, 'geofeed', facts.geofeed, { ...facts.given, name: 'geofeed' })
    for (const { kind, file, name, day } of samples)
      await keepFile(tx, kind, join(root, 'db/demo/data', file), {
        title: 'a sample of public data',
        ...(name !== undefined && { name }),
        ...(day !== undefined && { takenAt: new Date(day) }),
      })
  })
  await openNetwork(ctx.house)
}

/** Lessees announce what they lease, so these come after the leases; every offer is then checked again. */
async function bringRoutes(ctx: Context): Promise<void> {
  await keepFacts(ctx, 'riswhois', facts.announcements, facts.given)
  await keepFacts(ctx, 'vrps', facts.vrps, facts.given)
}

/** The companies by their keys, each with its person. */
async function found(ctx: Context, password: string): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const { key, title, role, person } of companies) {
    const tenant = await createTenant(ctx, { title, role, contactEmail: person.email })
    await createMember(ctx, tenant.uuid, { ...person, role: 'owner' }, password)
    made.set(key, tenant.uuid)
  }
  return made
}

async function lockWorld(ctx: Context): Promise<boolean> {
  const locked = await query`select from clock for update skip locked`.rows(ctx)
  return locked.length > 0
}

async function keep(path: string, credentials: DemoCredentials): Promise<void> {
  await prepareDataFolder(dirname(path))
  await writeFile(path, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await chmod(path, 0o600)
}

/** What the first start wrote, so that every start can print lines to paste; null when it is not there. */
export async function readDemoCredentials(ctx: Context): Promise<DemoCredentials | null> {
  const text = await readFile(fileOf(ctx), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as DemoCredentials)
}
