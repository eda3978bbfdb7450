import { contains, knownPrefix } from '../../../src/kernel/ip/index.ts'
import { parsed, Standin, type Asked, type Said } from './standin.ts'

/** A Krill with one CA, made from its sources: `src/server/ca/roa.rs`, `src/daemon/http/dispatch/cas.rs`, `test-resources/errors`. */

interface Roa {
  readonly asn: number
  readonly prefix: string
  readonly max_length?: number
  readonly comment?: string
}

const keyOf = ({ asn, prefix, max_length }: Roa): string =>
  `${prefix}-${max_length ?? knownPrefix(prefix).length} => ${asn}`

export async function openKrill(given: { readonly resources?: string; readonly roas?: readonly Roa[] } = {}) {
  const token = 'krill-token'
  const ca = 'example-ca'
  let resources = given.resources ?? '45.64.0.0/14'
  const routes = new Map((given.roas ?? []).map((roa) => [keyOf(roa), roa]))
  const foreign = new Set(routes.keys())
  /** What of others' was changed, and how often it was asked to change anything at all. */
  const count = { foreignTouched: 0, deltas: 0 }
  const refuse = (status: number, label: string, more: object = {}): Said => ({
    status,
    body: { label, msg: label, args: {}, ...more },
  })

  function update(body: string, isDry: boolean): Said {
    const delta = parsed(body)
    const { added, removed } = delta ?? {}
    if (!Array.isArray(added) || !Array.isArray(removed)) return refuse(400, 'api-json')
    const after = new Map(routes)
    const error = { duplicates: [] as Roa[], notheld: [] as Roa[], unknowns: [] as Roa[], invalid_length: [] as Roa[] }
    for (const roa of removed as Roa[]) if (!after.delete(keyOf(roa))) error.unknowns.push(roa)
    for (const roa of added as Roa[]) addTo(after, roa, error)
    if (Object.values(error).some((list) => list.length > 0))
      return refuse(400, 'ca-roa-delta-error', { delta_error: error })
    if (isDry) return { status: 200, body: [] }
    count.deltas++
    for (const key of foreign)
      if (after.get(key)?.comment !== routes.get(key)?.comment || !after.has(key)) count.foreignTouched++
    routes.clear()
    for (const [key, roa] of after) routes.set(key, roa)
    return { status: 200 }
  }

  function addTo(after: Map<string, Roa>, roa: Roa, error: Record<string, Roa[]>): void {
    const { length } = knownPrefix(roa.prefix)
    const most = roa.max_length ?? length
    const present = after.get(keyOf(roa))
    if (most < length || most > 32) error['invalid_length']?.push(roa)
    else if (!resources.split(',').some((one) => contains(knownPrefix(one.trim()), knownPrefix(roa.prefix))))
      error['notheld']?.push(roa)
    else if (present && present.comment === roa.comment) error['duplicates']?.push(roa)
    else after.set(keyOf(roa), roa)
  }

  function answer({ method, url, headers, body }: Asked): Said {
    if (headers.authorization !== `Bearer ${token}`) return refuse(401, 'api-invalid-credentials')
    if (!url.pathname.startsWith(`/api/v1/cas/${ca}`)) return refuse(404, 'ca-unknown')
    const path = `${method} ${url.pathname.slice(`/api/v1/cas/${ca}`.length)}`
    if (path === 'GET ') return { status: 200, body: { handle: ca, resources: { asn: '', ipv4: resources, ipv6: '' } } }
    if (path === 'GET /routes')
      return { status: 200, body: [...routes.values()].map((roa) => ({ comment: null, ...roa, roa_objects: [] })) }
    if (path === 'POST /routes') return update(body, false)
    if (path === 'POST /routes/analysis/dryrun') return update(body, true)
    return refuse(404, 'api-unknown-resource')
  }

  const standin = await new Standin(answer).open()
  return {
    standin,
    token,
    ca,
    count,
    /** As Krill writes them: `192.0.2.0/24-24 => 64496`. */
    roas: () => [...routes.keys()].toSorted(),
    commentOf: (key: string) => routes.get(key)?.comment,
    /** By hand, by somebody else. */
    add: (roa: Roa) => {
      routes.set(keyOf(roa), roa)
      foreign.add(keyOf(roa))
    },
    remove: (key: string) => {
      foreign.delete(key)
      routes.delete(key)
    },
    certify: (ipv4: string) => {
      resources = ipv4
    },
    wish: () => ({ kind: 'krill', url: standin.url, account: ca, secret: token }),
  }
}

export type KrillStandin = Awaited<ReturnType<typeof openKrill>>
