import { formatPrefix } from '../../kernel/ip/index.ts'
import {
  faultIn,
  isEmpty,
  jsonIn,
  list,
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
import { asnIn, markOf, prefixIn, resourcesIn, roaHoldings, type Delta, type Held, type Thing } from './thing.rules.ts'

/** ROAs of a CA of Krill: one delta, all or nothing; its comment is our mark. */

const caPath = ({ account }: Line): string => `/api/v1/cas/${account ?? ''}`

const authority = ({ secret }: Line) => ({ authorization: `Bearer ${secret}` })

async function get(line: Line, path: string): Promise<unknown> {
  const answer = await call(line, { method: 'GET', path: `${caPath(line)}${path}`, headers: authority(line) })
  const fault = faultIn(answer, `the CA “${line.account ?? ''}”`)
  if (fault) throw fault
  if (answer.status !== 200) throw new RegistryFault('refused', `It answered ${answer.status}: ${shown(answer)}`)
  return jsonIn(answer)
}

const post = (line: Line, path: string, delta: Delta): Promise<Answer> =>
  call(line, { method: 'POST', path: `${caPath(line)}${path}`, headers: authority(line), json: wireOf(delta) })

/** With explicit lengths throughout: what is removed must be named as it is kept. */
const wireOf = ({ add, remove }: Delta) => ({
  added: add.map((thing) => ({ ...payloadOf(thing), comment: markOf(thing) })),
  removed: remove.map(payloadOf),
})

const payloadOf = ({ prefix, asn }: Thing) => ({ asn, prefix: formatPrefix(prefix), max_length: prefix.length })

function heldIn(value: unknown): Held {
  const { asn, prefix, max_length, comment } = record(value)
  const at = prefixIn(text(prefix))
  const maxLength = typeof max_length === 'number' ? max_length : at.length
  return { prefix: at, asn: asnIn(asn), maxLength, mark: text(comment) }
}

async function send(line: Line, delta: Delta): Promise<Ending> {
  const answer = await post(line, '/routes', delta)
  const fault = faultIn(answer, `the CA “${line.account ?? ''}”`)
  if (fault) return { end: answer.status >= 500 ? 'unknown' : 'failed', fault }
  if (answer.status === 200 && isEmpty(answer)) return { end: 'done' }
  if (answer.status === 409 || answer.status === 412) return { end: 'outdated' }
  if (answer.status !== 400) {
    const said = `It answered ${answer.status} to a change with something unexpected: ${shown(answer)}`
    return { end: 'unknown', fault: new RegistryFault('not_understood', said) }
  }
  return refusalIn(record(jsonIn(answer)), delta)
}

function refusalIn({ msg, delta_error }: Readonly<Record<string, unknown>>, delta: Delta): Ending {
  const { duplicates, notheld, unknowns, invalid_length } = record(delta_error)
  // What is there already, or no longer, was changed by somebody since we read.
  if (
    list(notheld).length === 0 &&
    list(invalid_length).length === 0 &&
    list(duplicates).length + list(unknowns).length > 0
  )
    return { end: 'outdated' }
  const named = new Set([...list(notheld), ...list(invalid_length)].map(keyIn))
  const culprits = delta.add.filter((thing) => named.has(keyIn(payloadOf(thing)))).map(({ uuid }) => uuid)
  return { end: 'refused', detail: plainly(text(msg)), culprits: culprits.length > 0 ? new Set(culprits) : null }
}

const keyIn = (value: unknown): string => {
  const { asn, prefix } = record(value)
  return `${String(prefix)} ${String(asn)}`
}

export const krill: Registry = {
  read: async (line) => {
    const [ca, routes] = [await get(line, ''), await get(line, '/routes')]
    const { ipv4, ipv6 } = record(record(ca)['resources'])
    const resources = [...resourcesIn(text(ipv4)), ...resourcesIn(text(ipv6))]
    return roaHoldings(mustBeList(routes, 'routes').map(heldIn), resources, null)
  },
  dryRun: async (line) => {
    const answer = await post(line, '/routes/analysis/dryrun', { add: [], remove: [] })
    const fault = faultIn(answer, `the CA “${line.account ?? ''}”`)
    if (fault) throw fault
    if (answer.status !== 200) throw new RegistryFault('refused', `It answered ${answer.status}: ${shown(answer)}`)
    jsonIn(answer)
  },
  send,
}
