import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { bodyOf, call, until } from '../support/http-call.ts'
import {
  bearer,
  demoCredentials,
  Machine,
  signIn,
  type Credentials,
  type Env,
  type Server,
} from '../support/server/server-process.ts'

/** Who is shut out on one node is shut out on all within a second (decisions 2, Revocation). */

let machine: Machine
let database: TestDatabase
let env: Env
let nodes: Server[]
let demo: Credentials

beforeAll(async () => {
  machine = await Machine.open()
  database = await cloneDatabase()
  env = {
    DATABASE_URL: database.url,
    SUBLET_DATA_DIR: machine.newFolder(),
    SUBLET_DEMO: '1',
    SUBLET_PUBLIC_URL: 'http://sublet.test',
  }
  nodes = [await machine.start(env), await machine.start(env)]
  demo = await demoCredentials(env['SUBLET_DATA_DIR'] ?? '')
})
afterAll(async () => {
  await machine.close()
  await database.drop()
})

const node = (i: number): string => nodes[i]?.url ?? ''

async function json(args: readonly string[]): Promise<unknown> {
  const { code, out, err } = await machine.command([...args, '--json'], env)
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

interface Access {
  readonly tenant: string
  readonly client_id: string
  readonly headers: { readonly authorization: string }
}

/** A company with a token that works on both nodes. */
async function newAccess(title: string): Promise<Access> {
  const { uuid: tenant } = (await json(['tenant', 'create', '--title', title])) as { uuid: string }
  const args = ['key', 'create', '--tenant', tenant, '--name', 'k', '--scopes', 'billing']
  const key = (await json(args)) as { client_id: string; client_secret: string }
  const headers = await bearer(node(0), { ...demo, ...key })
  for (const i of [0, 1]) expect(await statusOn(i, tenant, headers)).toBe(200)
  return { tenant, client_id: key.client_id, headers }
}

async function statusOn(i: number, tenant: string, headers: Access['headers']): Promise<number> {
  return (await call('GET', `${node(i)}/billing/v1/${tenant}`, { headers })).status
}

/**
 * Both nodes are asked without pause while something changes. Returns how long after it was said to be done anybody still
 * sent a request that was answered as before: however busy the machine, what is sent later must not be.
 */
async function lagOf({ tenant, headers }: Access, to: 200 | 401, how: string, change: () => Promise<void>) {
  const lastSent = [0, 1].map(async (i) => {
    let last = 0
    const isChanged = async () => {
      const sent = performance.now()
      if ((await statusOn(i, tenant, headers)) === to) return true
      last = sent
      return false
    }
    await until(isChanged, `${to} by node ${i}`)
    return last
  })
  await change()
  const doneAt = performance.now()
  const lag = Math.max(...(await Promise.all(lastSent))) - doneAt
  process.stdout.write(`${how}: the last request that did not know was sent ${Math.round(lag)} ms after it was done\n`)
  return lag
}

describe('an app key', () => {
  test('revoked in the portal', async () => {
    const headers = await signIn(node(0), 'operator@demo.example', demo.password)
    const access = await newAccess('Portal Networks')
    const path = `${node(0)}/portal/companies/${access.tenant}/app-keys`
    const { data } = bodyOf(await call('GET', path, { headers })) as { data: ReadonlyArray<{ uuid: string }> }
    const lag = await lagOf(access, 401, 'portal', async () => {
      bodyOf(await call('DELETE', `${path}/${data[0]?.uuid}`, { headers }))
    })
    expect(lag).toBeLessThan(1_000)
  })

  test('revoked on the command line', async () => {
    const access = await newAccess('Command Networks')
    const lag = await lagOf(access, 401, 'command', async () => {
      await json(['key', 'revoke', access.client_id])
    })
    expect(lag).toBeLessThan(1_000)
  })
})

describe('a company', () => {
  test('suspended by an operator, and restored', async () => {
    const access = await newAccess('Suspended Networks')
    const headers = await signIn(node(1), 'operator@demo.example', demo.password)
    const move = async (event: string) => {
      const path = `${node(1)}/portal/operator/companies/${access.tenant}/status`
      bodyOf(await call('POST', path, { headers, body: { event } }))
    }
    expect(await lagOf(access, 401, 'suspension', () => move('suspend'))).toBeLessThan(1_000)
    expect(await lagOf(access, 200, 'restoration', () => move('restore'))).toBeLessThan(1_000)
  })

  test('suspended on the command line', async () => {
    const access = await newAccess('Halted Networks')
    const lag = await lagOf(access, 401, 'suspension by command', async () => {
      await json(['tenant', 'suspend', access.tenant])
    })
    expect(lag).toBeLessThan(1_000)
  })
})
