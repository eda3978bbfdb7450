import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** As much of NetBox as its prefixes are: over HTTP, in its shape, in memory. */

interface NetBoxPrefix {
  readonly id: number
  readonly prefix: string
  readonly status: { readonly value: string; readonly label: string }
  readonly custom_fields: Readonly<Record<string, string | null>>
}

interface NetBox {
  readonly url: string
  readonly token: string
  readonly prefixes: NetBoxPrefix[]
  /** Those that change something, as they came. */
  readonly changes: string[]
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const labels: Readonly<Record<string, string>> = {
  container: 'Container',
  active: 'Active',
  reserved: 'Reserved',
  deprecated: 'Deprecated',
}

/** Small, so that whoever reads one page only is found out. */
const pageSize = 2

export async function openNetBox(): Promise<NetBox> {
  const netbox = { token: '0123456789abcdef', prefixes: [] as NetBoxPrefix[], changes: [] as string[] }
  const server = createServer((request, response) => {
    void answerTo(request, netbox, `http://${request.headers.host}`).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { ...netbox, url, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function answerTo(
  request: IncomingMessage,
  { token, prefixes, changes }: Pick<NetBox, 'token' | 'prefixes' | 'changes'>,
  url: string,
): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '', url)
  const [, id] = /^\/api\/ipam\/prefixes\/(?:(\d+)\/)?$/.exec(pathname) ?? []
  if (request.headers.authorization !== `Token ${token}`) return { status: 403, body: { detail: 'Invalid token' } }
  if (!pathname.startsWith('/api/ipam/prefixes/')) return { status: 404, body: { detail: 'Not found.' } }
  if (request.method === 'GET') return { status: 200, body: pageOf(prefixes, searchParams, `${url}${pathname}`) }
  changes.push(`${request.method} ${pathname}`)
  const place = prefixes.findIndex((one) => String(one.id) === id)
  const written = (await json(request)) as { status?: string; custom_fields?: object }
  const status = written.status ?? prefixes[place]?.status.value ?? 'active'
  if (labels[status] === undefined) return { status: 400, body: { status: [`"${status}" is not a valid choice.`] } }
  const kept = {
    ...prefixes[place],
    ...written,
    id: prefixes[place]?.id ?? prefixes.length + 1,
    status: { value: status, label: labels[status] },
    custom_fields: { ...prefixes[place]?.custom_fields, ...written.custom_fields },
  } as NetBoxPrefix
  prefixes.splice(place < 0 ? prefixes.length : place, 1, kept)
  return { status: place < 0 ? 201 : 200, body: kept }
}

function pageOf(prefixes: readonly NetBoxPrefix[], query: URLSearchParams, url: string) {
  const found =
    query.get('cf_sublet_lease__empty') === 'false'
      ? prefixes.filter(({ custom_fields }) => custom_fields['sublet_lease'])
      : prefixes
  const offset = Number(query.get('offset') ?? 0)
  const next = new URLSearchParams({ ...Object.fromEntries(query), offset: String(offset + pageSize) })
  return {
    count: found.length,
    next: offset + pageSize < found.length ? `${url}?${next.toString()}` : null,
    previous: null,
    results: found.slice(offset, offset + pageSize),
  }
}
