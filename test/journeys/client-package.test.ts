import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, each, Refused, type Address, type Options, type Sublet } from '../../client/index.ts'
import { fillDemoWorld } from '../../db/demo.ts'
import { asns } from '../../db/demo/numbers.ts'
import { addAddress, addCard } from '../support/market/commerce.ts'
import { openNetBox } from '../support/server/netbox.ts'
import { openWorld, type KeyOf, type World } from '../support/world.ts'

/** The client as a package: packed, put beside its examples, and run against the demo world; and how it persists. */

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

let world: World
let url: string
let tenant: string
let key: KeyOf
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_AUTO_ACTIVATE: '1' } })
  await fillDemoWorld(world.ctx)
  await world.hear()
  await world.runJobs()
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(world.server.server.address() as AddressInfo).port}`
  const { rows } = await world.house.pool.query<{ uuid: string }>('select uuid from tenant where title = $1', [
    'Northlight CDN',
  ])
  tenant = rows[0]?.uuid ?? ''
  key = await world.key(tenant, ['billing', 'ecommerce'])
})
afterAll(() => world?.close())

const connected = (more: Partial<Options> = {}): Sublet => connect({ url, ...key, ...more })

describe('the package', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sublet-client-'))
    await install(folder)
    await cp(join(folder, 'node_modules/@sublet/client/examples'), folder, { recursive: true })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** As whoever installs it would. */
  async function example(by: KeyOf, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { stdout } = await run(process.execPath, [...args], {
      cwd: folder,
      env: {
        ...process.env,
        SUBLET_URL: url,
        SUBLET_CLIENT_ID: by.clientId,
        SUBLET_CLIENT_SECRET: by.clientSecret,
        SUBLET_COMPANY: by.tenant,
        ...env,
      },
    })
    return stdout
  }

  /** A company that can pay and leases nothing yet. */
  async function newcomer(title: string): Promise<KeyOf> {
    const tenant = await world.tenant(title)
    await addAddress(world, tenant)
    await addCard(world, tenant)
    return world.key(tenant, ['billing', 'ecommerce', 'nethub-data'])
  }

  const asn = String(asns.quarryEdge)
  const block = String.raw`[\d.]+/24`

  it('finds the cheapest block and puts it into the cart', async () => {
    expect(await example(key, ['cheapest-block.ts', '24'])).toMatch(
      /^In the cart: [\d.]+\/24 for \d+\.\d\d USD a month\.\n\d+ invoices are still to be paid\.\n$/,
    )
  })

  it('leases and assigns as a hosting panel, and finds all done the second time', async () => {
    const panel = await newcomer('Panel Hosting')
    const order = (customer: string) => example(panel, ['hosting-panel.ts', customer, '24', asn])
    const first = await order('ada')
    const [, ada = ''] = new RegExp(`^Leased (${block}) for `).exec(first) ?? []
    expect(first.split('\n').slice(1)).toEqual([
      `Assigned ${ada} to ada.`,
      `Ordered a letter for AS${asn} to announce ${ada}.`,
      `ada has ${ada}.`,
      '',
    ])
    expect(await order('ada')).toBe(`ada has ${ada}.\n`)
    const second = await order('grace')
    expect(second).toMatch(new RegExp(`^Leased ${block} for `))
    expect(second).not.toContain(ada)
  })

  it('applies a file: says what it would do, does it, and then has nothing to do', async () => {
    const company = await newcomer('Applied Networks')
    const groups = [{ name: 'edge', prefix_length: 24, count: 2, most_per_ip: 5, asns: [Number(asn)] }]
    await writeFile(join(folder, 'sublet.json'), JSON.stringify({ groups }))
    expect(await example(company, ['apply.ts', 'sublet.json'])).toMatch(
      /^would lease .* a month\nwould lease 1 more \/24\n2 changes, none made; add --yes\.\n$/,
    )
    const made = await example(company, ['apply.ts', 'sublet.json', '--yes'])
    expect(made.match(/^lease /gm)).toHaveLength(2)
    expect(made.match(/^order a letter /gm)).toHaveLength(2)
    expect(made).toContain('6 changes.')
    expect(await example(company, ['apply.ts', 'sublet.json', '--yes'])).toBe('Nothing to do.\n')
  })

  it('keeps NetBox in step: prefixes, statuses, lessee and AS numbers, each written once', async () => {
    const netbox = await openNetBox()
    try {
      const { rows } = await world.house.pool.query<{ uuid: string }>(
        "select uuid from tenant where title = 'Quarry Cloud'",
      )
      const quarry = await world.key(rows[0]?.uuid ?? '', ['billing:read'])
      const sync = () => example(quarry, ['netbox-sync.ts'], { NETBOX_URL: netbox.url, NETBOX_TOKEN: netbox.token })
      expect(await sync()).toMatch(/^\d+ created, 0 changed, 0 deprecated, 0 unchanged\n$/)
      const leased = await world.house.pool.query<{ block: string }>(
        'select block::text from lease where tenant_uuid = $1 order by block',
        [quarry.tenant],
      )
      expect(netbox.prefixes.map(({ prefix }) => prefix).toSorted()).toEqual(
        leased.rows.map(({ block }) => block).toSorted(),
      )
      expect(new Set(netbox.prefixes.map(({ custom_fields }) => custom_fields['sublet_lessee']))).toEqual(
        new Set(['Quarry Cloud']),
      )
      expect(netbox.prefixes.map(({ custom_fields }) => custom_fields['sublet_asns'])).toContain(
        `${asns.quarry}, ${asns.quarryEdge}`,
      )
      const before = netbox.changes.length
      expect(await sync()).toBe(`0 created, 0 changed, 0 deprecated, ${netbox.prefixes.length} unchanged\n`)
      expect(netbox.changes).toHaveLength(before)
      const [first, second] = netbox.prefixes
      if (!first || !second) throw new Error('nothing was synced')
      // Somebody has changed one, and another was of a lease that is no more.
      netbox.prefixes[0] = { ...first, status: { value: 'container', label: 'Container' } }
      const gone = { ...second.custom_fields, sublet_lease: 'gone' }
      netbox.prefixes.push({ ...second, id: netbox.prefixes.length + 1, prefix: '192.0.2.0/24', custom_fields: gone })
      expect(await sync()).toMatch(/^0 created, 1 changed, 1 deprecated, \d+ unchanged\n$/)
      expect([netbox.prefixes[0], netbox.prefixes.at(-1)?.status.value]).toEqual([first, 'deprecated'])
    } finally {
      await netbox.close()
    }
  })
})

/** What `npm pack` makes of it, with what it depends on. */
async function install(folder: string): Promise<void> {
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(root, 'client') })
  const [{ filename = '' } = {}] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as {
    filename?: string
  }[]
  const place = join(folder, 'node_modules/@sublet/client')
  await mkdir(place, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '-C', place, '--strip-components=1'])
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  await rm(join(root, 'client/dist'), { recursive: true, force: true })
}

const body = { line_one: 'Kade 1', city: 'Utrecht', postcode: '3511', country_code: 'NL' }
const addressesOf = (api: Sublet) =>
  each((page) =>
    api.GET('/ecommerce/public/{user_id}/addresses', {
      params: { path: { user_id: tenant }, query: { page, per_page: 1 } },
    }),
  )
const add = (api: Sublet, line_two: string) =>
  api.POST('/ecommerce/public/{user_id}/addresses', {
    params: { path: { user_id: tenant } },
    body: { ...body, line_two },
  })

async function named(line_two: string): Promise<Address[]> {
  return (await Array.fromAsync(addressesOf(connected()))).filter((address) => address.line_two === line_two)
}

describe('the client', () => {
  it('makes a change once, though its answer was lost twice', async () => {
    let lost = 0
    const api = connected({
      fetch: async (request) => {
        const response = await fetch(request)
        if (!request.url.includes('/addresses') || lost++ > 1) return response
        throw new TypeError('The connection was lost.')
      },
    })
    const { data, response } = await add(api, 'lost')
    expect([data?.data.line_two, response.headers.get('idempotency-replayed'), lost]).toEqual(['lost', 'true', 3])
    expect(await named('lost')).toHaveLength(1)
  })

  it('does as it is told when it has to wait, and gives up when it was told so often enough', async () => {
    let asked = 0
    const busy = (times: number) =>
      connected({
        attempts: 3,
        fetch: async (request) =>
          request.url.includes('/addresses') && asked++ < times
            ? Response.json({ message: 'Wait.', code: 'overloaded' }, { status: 503, headers: { 'retry-after': '0' } })
            : fetch(request),
      })
    await add(busy(2), 'waited')
    expect(await named('waited')).toHaveLength(1)
    asked = 0
    await expect(add(busy(9), 'in vain')).rejects.toMatchObject({ code: 'overloaded', status: 503 })
    expect([asked, await named('in vain')]).toEqual([3, []])
  })

  it('fetches one token for many requests, and another when that was revoked', async () => {
    const tokens = new Set<string>()
    let fetched = 0
    const api = connected({
      fetch: async (request) => {
        const [scheme, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
        if (scheme === 'Bearer') tokens.add(token)
        else fetched++
        return fetch(request)
      },
    })
    const read = () => api.GET('/billing/v1/{tenantUUID}', { params: { path: { tenantUUID: tenant } } })
    await Promise.all([read(), read(), read()])
    expect([tokens.size, fetched]).toEqual([1, 1])
    const [token = ''] = tokens
    const { clientId, clientSecret } = key
    await world.call('POST', '/oauth2/revoke', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token }).toString(),
    })
    await world.hear()
    expect((await read()).data?.data.title).toBe('Northlight CDN')
    expect([tokens.size, fetched]).toEqual([2, 2])
  })

  it('throws refusals, of all three dialects, by their codes', async () => {
    const nobody = connected({ clientSecret: 'wrong' })
    const path = { user_id: tenant }
    const refusals = [
      add(connected(), 'x'.repeat(256)),
      nobody.GET('/ecommerce/public/{user_id}/cart', { params: { path } }),
      connected().GET('/nethub-data/{tenantUUID}/prefixes/{notation}', {
        params: { path: { tenantUUID: tenant, notation: '192.0.2.0/24' } },
      }),
    ].map((asked) => asked.then(() => null).catch((error: unknown) => error as Refused))
    const [fields, client, scope] = await Promise.all(refusals)
    expect(fields).toBeInstanceOf(Refused)
    expect(fields).toMatchObject({ status: 422, code: 'invalid_fields', fields: { line_two: [expect.any(String)] } })
    expect(fields?.requestId).toMatch(/\S/)
    expect(client).toMatchObject({ status: 401, code: 'invalid_client' })
    expect(scope).toMatchObject({ status: 403, code: '', message: expect.stringContaining('scope') })
  })

  it('sends filters and lists as the server reads them', async () => {
    const ask = (status: ('paid' | 'unpaid')[]) =>
      connected().GET('/billing/v1/{tenantUUID}/invoices', {
        params: { path: { tenantUUID: tenant }, query: { 'filter[status]': status, sort: ['-date', 'total'] } },
      })
    const [paid, both] = [await ask(['paid']), await ask(['paid', 'unpaid'])]
    expect(new Set(paid.data?.data.map(({ status }) => status))).toEqual(new Set(['paid']))
    expect(both.data?.meta.total).toBeGreaterThanOrEqual(paid.data?.meta.total ?? Infinity)
  })
})
