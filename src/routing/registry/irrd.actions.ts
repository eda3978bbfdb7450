import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import {
  faultIn,
  jsonIn,
  list,
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
import { attributesOf, objectOf, routeHoldings, routeKey, rpslText, type Attribute } from './rpsl.rules.ts'
import type { Delta, Thing } from './thing.rules.ts'

/** Route objects in an IRR that runs IRRd 4: its submission always answers 200, and says of each object what came of it. */

/** All objects of exactly the prefix in that IRR, by its whois over HTTP; it has no accounts. */
async function find(line: Line, thing: Thing): Promise<Attribute[] | null> {
  const query = `-s ${line.source ?? ''} -x -T route ${formatPrefix(thing.prefix)}`
  const path = `/v1/whois/?q=${encodeURIComponent(query)}`
  const answer = await call(line, { method: 'GET', path, headers: { accept: 'text/plain' } })
  const fault = faultIn(answer, 'this address')
  if (fault) throw fault
  if (answer.status === 204) return null
  if (answer.status !== 200) throw new RegistryFault('refused', `It answered ${answer.status}: ${shown(answer)}`)
  if (/^\s*</.test(answer.text)) throw new RegistryFault('not_understood', `It answered with a page: ${shown(answer)}`)
  return objectOf(answer.text, thing)
}

const credentials = ({ account, secret }: Line) =>
  account === 'password' ? { passwords: [secret] } : { api_keys: [secret] }

async function submit(line: Line, method: 'POST' | 'DELETE', object: readonly Attribute[]): Promise<Ending> {
  const reason = method === 'DELETE' ? { delete_reason: 'The lease has ended' } : {}
  const json = { objects: [{ object_text: rpslText(object) }], ...credentials(line), ...reason }
  const answer = await call(line, { method, path: '/v1/submit/', headers: {}, json })
  const fault = faultIn(answer, 'this address')
  if (fault) return { end: answer.status >= 500 ? 'unknown' : 'failed', fault }
  if (answer.status === 400) return { end: 'refused', detail: shown(answer), culprits: null }
  return verdictIn(answer, method)
}

function verdictIn(answer: Answer, method: 'POST' | 'DELETE'): Ending {
  const [one] = answer.status === 200 ? objectsIn(answer) : []
  if (one === undefined) {
    const said = `It answered ${answer.status} to a change with something unexpected: ${shown(answer)}`
    return { end: 'unknown', fault: new RegistryFault('not_understood', said) }
  }
  const { successful, error_messages } = record(one)
  if (successful === true) return { end: 'done' }
  const detail = plainly(list(error_messages).map(text).join(' '))
  if (/\bauthori[sz]ation for .* failed/i.test(detail))
    return { end: 'failed', fault: new RegistryFault('key_refused', detail) }
  if (method === 'DELETE' && /no object found/i.test(detail)) return { end: 'done' }
  return { end: 'refused', detail, culprits: null }
}

function objectsIn(answer: Answer): readonly unknown[] {
  try {
    return list(record(jsonIn(answer))['objects'])
  } catch {
    return []
  }
}

const nobodys: Thing = {
  uuid: '00000000-0000-0000-0000-000000000000',
  kind: 'route',
  prefix: knownPrefix('192.0.2.0/24'),
  asn: 64_496,
  company: null,
}

const objectFor = (line: Line, thing: Thing): Attribute[] => attributesOf(thing, line.maintainer, line.source ?? '')

export const irrd: Registry = {
  read: async (line, things) => {
    const found = new Map<string, readonly Attribute[]>()
    // Also without any: a test is to find out whether anybody answers.
    for (const thing of things.length > 0 ? things : [nobodys]) {
      const attributes = await find(line, thing)
      if (attributes) found.set(routeKey(thing), attributes)
    }
    return routeHoldings(found)
  },
  /**
   * It has no dry run, but looks at the secret before it looks whether all maintainers exist. So an object that names one
   * that nobody has is refused for that, and never kept, if the secret is taken.
   */
  dryRun: async (line) => {
    const object = [...objectFor(line, nobodys), { name: 'mnt-by', value: 'SUBLET-TRIES-WHETHER-IT-MAY-MNT' }]
    const ending = await submit(line, 'POST', object)
    if (ending.end === 'unknown' || ending.end === 'failed') throw ending.fault
    if (ending.end === 'done') await submit(line, 'DELETE', object)
  },
  send: async (line, { add, remove }: Delta) => {
    const [made] = add
    // A submission would change what somebody has made since we read.
    if (made) return (await find(line, made)) ? { end: 'outdated' } : submit(line, 'POST', objectFor(line, made))
    const [removed] = remove
    if (!removed) return { end: 'done' }
    const there = await find(line, removed)
    return there ? submit(line, 'DELETE', there) : { end: 'done' }
  },
}
