import { knownPrefix } from '../../src/kernel/ip/index.ts'
import type { WorkFacts } from '../../src/prefixes/health/facts.rules.ts'
import { factsOf, known, letter, now, record } from '../support/market/health.ts'

/**
 * A situation as the tables of scenarios tell it: `45.8.0.0/24 let; letter AS65001; route AS65001 (90 peers)`. Where no
 * prefix is named, that of the row is meant. `45.8.0.0/22-24`: up to /24. Of full tables there are 100.
 */

type Kind = 'letter' | 'ended letter' | 'own' | 'route' | 'ROA' | 'object' | 'hidden'

const item = /^(ended letter|letter|own|route|ROA|object|hidden) (.+)$/
const lacks = { 'no BGP data': 'routes', 'no RPKI data': 'vrps', 'no IRR data': 'objects' } as const
const olds = { 'old BGP data': 'routes', 'old RPKI data': 'vrps', 'old IRR data': 'objects' } as const

export function factsIn(situation: string): WorkFacts {
  const [place = '', ...items] = situation.split('; ')
  const [prefix = '', standing = ''] = place.split(/ (.*)/)
  const said = new Map<Kind, string[]>()
  for (const text of items.filter((one) => !(one in lacks) && !(one in olds))) {
    const [, kind, what = ''] = item.exec(text) ?? []
    if (kind === undefined) throw new Error(`not understood: ${text}`)
    said.set(kind as Kind, [...(said.get(kind as Kind) ?? []), what])
  }
  const of = (kind: Kind, read: (text: string, prefix: string) => string): string[] =>
    (said.get(kind) ?? []).map((text) => read(text, prefix))
  const ended = of('ended letter', ranged).map(letter)
  const isHere = ({ block }: (typeof ended)[number]) => block.length <= knownPrefix(prefix).length
  const missing = (what: string) => items.some((one) => lacks[one as keyof typeof lacks] === what)
  return factsOf({
    prefix,
    listed: standing !== 'not listed',
    hidden: of('hidden', (text) => text),
    own: of('own', digits).map(Number),
    letters: of('letter', ranged),
    routes: missing('routes') ? null : of('route', seen),
    vrps: missing('vrps') ? null : of('ROA', ranged),
    objects: missing('objects') ? null : of('object', (text) => `${digits(text)} ${text.split(' in ')[1] ?? ''}`),
    stale: items.flatMap((one) => olds[one as keyof typeof olds] ?? []),
    held: '45.8.0.0/16',
    more: {
      leased: standing === 'let',
      record: known(record(prefix)),
      lettersLeft: ended.filter(isHere).flatMap(({ letters }) => letters.map(({ asn }) => asn)),
      lettersLeftInside: ended.filter((one) => !isHere(one)),
    },
  })
}

const digits = (text: string): string => /\d+/.exec(text)?.[0] ?? ''

const rangedForm = /^AS(\d+)(?: ([\d.]+\/(\d+))(?:-(\d+))?)?(?: \(expires in (\d+) hours\))?$/

/** `AS65001 45.8.0.0/22-24` as `65001 45.8.0.0/22 24`. */
function ranged(text: string, prefix: string): string {
  const found = rangedForm.exec(text)
  if (!found) throw new Error(`not understood: ${text}`)
  const [, asn, block = prefix, length = prefix.split('/')[1], maxLength = length, hours] = found
  const expires = hours === undefined ? '' : ` ${now.getTime() / 1_000 + Number(hours) * 3_600}`
  return `${asn} ${block} ${maxLength}${expires}`
}

/** `AS65001 45.8.0.0/24 (90 peers)`, or a set of numbers in braces. */
function seen(text: string, prefix: string): string {
  const found = /^(\S+)(?: ([\d.]+\/\d+))?(?: \((\d+) peers\))?$/.exec(text)
  if (!found) throw new Error(`not understood: ${text}`)
  const [, origin = '', block = prefix, peers = '90'] = found
  return `${origin.replaceAll('AS', '')} ${block} ${peers}`
}
