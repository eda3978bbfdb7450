import { knownPrefix } from '../../kernel/ip/index.ts'
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
import { attributesOf, routeHoldings, routeKey, type Attribute } from './rpsl.rules.ts'
import type { Delta, Thing } from './thing.rules.ts'

/** Route objects in the RIPE Database: one a request, by an API key. */

const authority = ({ account, secret }: Line) => ({
  authorization: `Basic ${Buffer.from(`${account ?? ''}:${secret}`).toString('base64')}`,
})

/** The last part of the address: `ripe`, or `test` of the database for tests. */
const sourceOf = ({ url }: Line): string => (url.replace(/\/+$/, '').split('/').at(-1) ?? '').toUpperCase()

async function find(line: Line, thing: Thing): Promise<readonly Attribute[] | null> {
  const path = `/route/${routeKey(thing)}?unfiltered`
  const answer = await call(line, { method: 'GET', path, headers: authority(line) })
  if (answer.status === 404) return isRegistry(answer) ? null : raise(faultIn(answer, 'this address'))
  const fault = faultIn(answer, 'this address')
  if (fault) throw fault
  if (answer.status !== 200) throw new RegistryFault('refused', errorIn(answer))
  const [object] = list(record(record(jsonIn(answer))['objects'])['object'])
  return list(record(record(object)['attributes'])['attribute']).map((one) => {
    const { name, value } = record(one)
    return { name: text(name).toLowerCase(), value: text(value) }
  })
}

function raise(fault: RegistryFault | null): never {
  throw fault ?? new RegistryFault('not_understood', 'It answered something unexpected.')
}

/** It says so itself, and no proxy in between: an object is then really absent. */
const isRegistry = (answer: Answer): boolean => {
  try {
    return 'errormessages' in record(jsonIn(answer))
  } catch {
    return false
  }
}

/** Its sentences have places for what they are about. */
function errorIn(answer: Answer): string {
  let errors: readonly unknown[]
  try {
    errors = list(record(record(jsonIn(answer))['errormessages'])['errormessage'])
  } catch {
    return shown(answer)
  }
  const sentences = errors
    .map(record)
    .filter(({ severity }) => severity === 'Error')
    .map(sentenceOf)
  return sentences.length > 0 ? plainly(sentences.join(' ')) : `It answered ${answer.status}.`
}

function sentenceOf({ text: sentence, args }: Readonly<Record<string, unknown>>): string {
  const values = list(args).map((one) => text(record(one)['value']))
  return text(sentence).replaceAll('%s', () => values.shift() ?? '')
}

const bodyOf = (line: Line, thing: Thing) => ({
  objects: {
    object: [
      {
        source: { id: sourceOf(line).toLowerCase() },
        attributes: { attribute: attributesOf(thing, line.maintainer, sourceOf(line)) },
      },
    ],
  },
})

async function create(line: Line, thing: Thing, query = ''): Promise<Ending> {
  const json = bodyOf(line, thing)
  const answer = await call(line, { method: 'POST', path: `/route${query}`, headers: authority(line), json })
  return endingOf(answer, answer.status === 409)
}

async function remove(line: Line, thing: Thing): Promise<Ending> {
  const path = `/route/${routeKey(thing)}?reason=${encodeURIComponent('The lease has ended')}`
  const answer = await call(line, { method: 'DELETE', path, headers: authority(line) })
  return answer.status === 404 && isRegistry(answer) ? { end: 'done' } : endingOf(answer, false)
}

function endingOf(answer: Answer, isOutdated: boolean): Ending {
  const { status } = answer
  if (isOutdated || status === 412) return { end: 'outdated' }
  if (status === 400) return { end: 'refused', detail: errorIn(answer), culprits: null }
  const fault = faultIn(answer, 'this address')
  if (fault) return { end: status >= 500 ? 'unknown' : 'failed', fault }
  if (status === 200 && isObject(answer)) return { end: 'done' }
  const said = `It answered ${status} to a change with something unexpected: ${shown(answer)}`
  return { end: 'unknown', fault: new RegistryFault('not_understood', said) }
}

const isObject = (answer: Answer): boolean => {
  try {
    return 'objects' in record(jsonIn(answer))
  } catch {
    return false
  }
}

/** Documentation's own, which no registry gives to anybody. */
const nobodys: Thing = {
  uuid: '00000000-0000-0000-0000-000000000000',
  kind: 'route',
  prefix: knownPrefix('192.0.2.0/24'),
  asn: 64_496,
  company: null,
}

export const ripeDb: Registry = {
  read: async (line, things) => {
    const found = new Map<string, readonly Attribute[]>()
    for (const thing of things) {
      const attributes = await find(line, thing)
      if (attributes) found.set(routeKey(thing), attributes)
    }
    return routeHoldings(found)
  },
  /**
   * Whether the key is taken for the maintainer. The object itself is refused: it is for space of nobody, and nothing is
   * stored whatever the answer is.
   */
  dryRun: async (line) => {
    const ending = await create(line, nobodys, '?dry-run')
    if (ending.end === 'unknown' || ending.end === 'failed') throw ending.fault
  },
  send: async (line, { add, remove: gone }: Delta) => {
    const [made] = add
    if (made) return create(line, made)
    const [removed] = gone
    return removed ? remove(line, removed) : { end: 'done' }
  },
}
