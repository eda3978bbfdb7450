import { Badge } from './badge.tsx'
import { Icon } from './icons.tsx'

/** A block of which not everything was checked says so, wherever somebody may choose or pay for it. */

export const checkNames: Readonly<Record<string, string>> = {
  whois: 'Registry record',
  loaa: 'Holder’s authorisation',
  bgp: 'Routing',
  roa: 'ROAs',
  iprep: 'Reputation',
  dns: 'Reverse DNS',
}

const order = Object.keys(checkNames)

/** In the order of the page that shows all of them. */
export const namesOf = (kinds: readonly string[]): string =>
  kinds
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((kind) => checkNames[kind] ?? kind)
    .join(', ')

interface Skipped {
  readonly skipped: readonly string[]
}

export const UncheckedBadge = ({ skipped }: Skipped) =>
  skipped.length > 0 && (
    <span title={`Not checked (no data): ${namesOf(skipped)}`} className="inline-flex tracking-normal">
      <Badge tone="warn">Not fully checked</Badge>
    </span>
  )

/** Where there is no room for words. */
export const UncheckedMark = ({ skipped }: Skipped) =>
  skipped.length > 0 && (
    <span title={`Not checked (no data): ${namesOf(skipped)}`} className="ml-1.5 text-warn">
      <Icon name="warning" className="inline size-3.5" />
      <span className="sr-only">Not fully checked</span>
    </span>
  )
