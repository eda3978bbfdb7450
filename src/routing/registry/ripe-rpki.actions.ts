import { formatPrefix } from '../../kernel/ip/index.ts'
import {
  faultIn,
  isEmpty,
  jsonIn,
  mustBeList,
  plainly,
  record,
  RegistryFault,
  shown,
  text,
  type Answer,
  type Ending,
} from './answer.rules.ts'
import { call, type Line } from './call.actions.ts'
import type { Registry } from './registry.actions.ts'
import { asnIn, prefixIn, resourcesIn, roaHoldings, type Delta, type Held, type Thing } from './thing.rules.ts'

/** ROAs in the RIPE NCC's hosted RPKI. It keeps no remarks; an entity tag, where it gives one, guards what we change. */

const authority = ({ secret }: Line) => ({ 'ncc-api-authorization': secret })

async function get(line: Line, path: string): Promise<{ answer: Answer; value: unknown }> {
  const answer = await call(line, { method: 'GET', path, headers: authority(line) })
  const fault = faultIn(answer, 'this CA')
  if (fault) throw fault
  if (answer.status !== 200) throw new RegistryFault('refused', `It answered ${answer.status}: ${shown(answer)}`)
  return { answer, value: jsonIn(answer) }
}

const wireOf = ({ prefix, asn }: Thing) => ({
  asn: `AS${asn}`,
  prefix: formatPrefix(prefix),
  maximalLength: prefix.length,
})

function heldIn(value: unknown): Held {
  const { asn, prefix, maximalLength } = record(value)
  const at = prefixIn(text(prefix))
  return {
    prefix: at,
    asn: asnIn(asn),
    maxLength: typeof maximalLength === 'number' ? maximalLength : at.length,
    mark: null,
  }
}

async function send(line: Line, { add, remove }: Delta, tag: string | null): Promise<Ending> {
  const answer = await call(line, {
    method: 'POST',
    path: '/roas/publish',
    headers: { ...authority(line), ...(tag === null ? {} : { 'if-match': tag }) },
    json: { added: add.map(wireOf), deleted: remove.map(wireOf) },
  })
  const { status } = answer
  if (status === 204 || (status === 200 && isEmpty(answer))) return { end: 'done' }
  if (status === 409 || status === 412 || status === 428) return { end: 'outdated' }
  // It says 403 of a key that may not, and of a prefix that is somebody else's.
  const error = errorIn(answer)
  if ((status === 400 || status === 403) && error !== null) return { end: 'refused', detail: error, culprits: null }
  const fault = faultIn(answer, 'this CA')
  if (fault) return { end: status >= 500 ? 'unknown' : 'failed', fault }
  const said = `It answered ${status} to a change with something unexpected: ${shown(answer)}`
  return { end: 'unknown', fault: new RegistryFault('not_understood', said) }
}

function errorIn(answer: Answer): string | null {
  try {
    const said = plainly(text(record(jsonIn(answer))['error']))
    return said === '' ? null : said
  } catch {
    return null
  }
}

export const ripeRpki: Registry = {
  read: async (line) => {
    const resources = await get(line, '/resources')
    const roas = await get(line, '/roas')
    const held = mustBeList(record(resources.value)['resources'], 'resources').map(text)
    const addresses = held.filter((one) => /[.:]/.test(one))
    const { etag } = roas.answer.headers
    return roaHoldings(
      mustBeList(roas.value, 'ROAs').map(heldIn),
      addresses.flatMap(resourcesIn),
      typeof etag === 'string' ? etag : null,
    )
  },
  /** Nothing added and nothing deleted changes nothing, and is refused to whoever may not change anything. */
  dryRun: async (line) => {
    const ending = await send(line, { add: [], remove: [] }, null)
    if (ending.end === 'unknown' || ending.end === 'failed') throw ending.fault
    if (ending.end === 'refused') throw new RegistryFault('refused', ending.detail)
  },
  send: async (line, delta, { tag }) => send(line, delta, tag),
}
