import { createHash } from 'node:crypto'
import { contains, knownPrefix } from '../../../src/kernel/ip/index.ts'
import { parsed, Standin, type Asked, type Said } from './standin.ts'

/** The RIPE NCC's RPKI Management API, made from its page and from rpki-core: entity tags, 403 for others' prefixes, one length a pair. */

interface Roa {
  readonly asn: string
  readonly prefix: string
  readonly maximalLength?: number
}

const keyOf = ({ asn, prefix, maximalLength }: Roa): string =>
  `${prefix}-${maximalLength ?? knownPrefix(prefix).length} => ${asn}`

export async function openRipeRpki(
  given: { readonly resources?: readonly string[]; readonly roas?: readonly Roa[] } = {},
) {
  const key = 'ripe-key'
  const resources = given.resources ?? ['45.64.0.0-45.67.255.255', 'AS64496', '2001:db8::/32']
  const routes = new Map((given.roas ?? []).map((roa) => [keyOf(roa), roa]))
  const tag = () =>
    `"${createHash('sha256')
      .update([...routes.keys()].toSorted().join())
      .digest('hex')
      .slice(0, 16)}"`
  const held = knownPrefix('45.64.0.0/14')

  function publish({ body, headers }: Asked): Said {
    const { added, deleted } = parsed(body) ?? {}
    if (!Array.isArray(added) || !Array.isArray(deleted)) return { status: 400, body: { error: 'Unknown JSON' } }
    const match = headers['if-match']
    if (match !== undefined && match !== tag()) return { status: 412 }
    const stranger = (added as Roa[]).find(({ prefix }) => !contains(held, knownPrefix(prefix)))
    if (stranger) return { status: 403, body: { error: `You are not a holder of the prefix ${stranger.prefix}` } }
    const after = new Map(routes)
    for (const roa of deleted as Roa[]) after.delete(keyOf(roa))
    for (const roa of added as Roa[]) after.set(keyOf(roa), roa)
    const pairs = [...after.values()].map(({ asn, prefix }) => `(${asn}, ${prefix})`)
    if (new Set(pairs).size < pairs.length) return { status: 400, body: { error: 'more than one pair (asn, prefix)' } }
    routes.clear()
    for (const [name, roa] of after) routes.set(name, roa)
    return { status: 204 }
  }

  function answer(asked: Asked): Said {
    if (asked.headers['ncc-api-authorization'] !== key) return { status: 401 }
    const path = `${asked.method} ${asked.url.pathname}`
    if (path === 'GET /resources') return { status: 200, body: { resources } }
    if (path === 'GET /roas')
      return {
        status: 200,
        headers: { etag: tag() },
        body: [...routes.values()].map((roa) => ({ ...roa, _numberOfValidsCaused: 0, _numberOfInvalidsCaused: 0 })),
      }
    if (path === 'POST /roas/publish') return publish(asked)
    return { status: 404, body: { error: 'not found' } }
  }

  const standin = await new Standin(answer).open()
  return {
    standin,
    roas: () => [...routes.keys()].toSorted(),
    add: (roa: Roa) => routes.set(keyOf(roa), roa),
    wish: () => ({ kind: 'ripe_rpki', url: standin.url, secret: key }),
  }
}
