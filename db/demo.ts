import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createAppKey, createMember, createTenant, isEmptyWorld, newPassword } from '../src/identity/index.ts'
import { inTransaction, type Context } from '../src/kernel/context.ts'
import { prepareDataFolder } from '../src/kernel/postgres/folders.ts'

/** The demo world: believable companies to try everything with. Written once, into an empty database. */

export interface DemoCredentials {
  readonly tenant: string
  readonly client_id: string
  readonly client_secret: string
  readonly password: string
  readonly people: readonly string[]
}

const companies = [
  { title: 'Meridian Address Trust', role: 'holder', person: { name: 'Hanna Berg', email: 'holder@demo.example' } },
  { title: 'Brightwave Hosting', role: 'lessee', person: { name: 'Luis Ortega', email: 'lessee@demo.example' } },
  { title: 'Sublet Operations', role: 'operator', person: { name: 'Ola Nyström', email: 'operator@demo.example' } },
] as const

const scopes = ['billing', 'ecommerce', 'credits', 'nethub-data', 'nethub-analytics', 'dns']

const fileOf = (ctx: Context) => join(ctx.house.config.dataDir, 'demo.json')

/** Nothing when there is a world already; the credentials are on disk before the world is committed. */
export async function fillDemoWorld(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockWorld(tx)
    if (!(await isEmptyWorld(tx))) return
    const password = newPassword().slice(0, 16)
    const made = []
    for (const { title, role, person } of companies) {
      const tenant = await createTenant(tx, { title, role, contactEmail: person.email })
      await createMember(tx, tenant.uuid, { ...person, role: 'owner' }, password)
      made.push(tenant)
    }
    const lessee = made.find((tenant) => tenant.role === 'lessee')
    if (!lessee) throw new Error('the demo world has no lessee')
    const { key, clientSecret } = await createAppKey(tx, lessee.uuid, { name: 'First steps', scopes })
    const people = companies.map(({ person }) => person.email)
    await keep(fileOf(ctx), {
      tenant: lessee.uuid,
      client_id: key.client_id,
      client_secret: clientSecret,
      password,
      people,
    })
  })
}

async function lockWorld(ctx: Context): Promise<void> {
  await ctx.db.selectFrom('clock').select('singleton').forUpdate().execute()
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
