import { fiveRegistries, isReservedAsn } from './asn.rules.ts'
import type { Grant } from '../datasets/delegations.ts'
import type { AsnFacts, Known } from '../fact.rules.ts'
import type { KindName } from '../kinds.rules.ts'
import type { NetworkSources } from '../sources.memory.ts'

/** What all sources together say of an AS number, and which of those that matter cannot be relied on. */
export function asnFacts(sources: NetworkSources, asn: number): AsnFacts {
  const named = sources.ask('asnames', (views) => first(views, (view) => view.of(asn)))
  const registered = sources.ask('registryobjects', (views) => first(views, (view) => view.autNum(asn)))
  const granted = sources.ask('delegations', (views) => first(views, (view) => view.asn(asn)))
  const grant = granted?.value ?? null
  const isNamed = named !== null && named.value !== null
  // Only who has all five statistics knows that an AS number is in none of them; one that has a name was given to somebody.
  const isPartial = grant === null && !isWhole(sources.names('delegations'))
  const allocation = grant === null && isNamed ? named : granted
  const names = [named?.value?.name, registered?.value?.organisation].filter((name) => name !== undefined)
  const sanctioned = sources.ask('sanctions', (views) => names.flatMap((name) => views.flatMap((v) => v.match(name))))
  const spamhaus = isListed(sources, 'asn-drop', asn)
  return {
    asn,
    name: named?.value?.name ?? registered?.value?.name ?? null,
    countryCode: grant?.countryCode ?? named?.value?.countryCode ?? null,
    reserved: isReservedAsn(asn),
    allocated: isNamed && grant === null ? true : granted === null || isPartial ? null : isInUse(grant),
    registry: grant?.registry ?? null,
    spamhaus: spamhaus.listed,
    uceprotect: isListed(sources, 'uceprotect', asn).listed,
    ofac: sanctioned?.value ?? null,
    // Without UCEPROTECT's list nothing is lacking: it only warns.
    lacking: [
      ...(isGood(allocation) && (isNamed || !isPartial) ? [] : ['delegated']),
      ...(isGood(named) ? [] : ['asn-names']),
      ...(spamhaus.good ? [] : ['asn-drop']),
      ...(isGood(sanctioned) ? [] : ['ofac']),
    ],
  }
}

const isInUse = (grant: Grant | null): boolean => grant?.status === 'allocated' || grant?.status === 'assigned'

const first = <V, T>(views: readonly V[], ask: (view: V) => T | null): T | null => {
  for (const view of views) {
    const answer = ask(view)
    if (answer !== null) return answer
  }
  return null
}

/** Of a kind's own lists; null: there are none. */
function isListed(
  sources: NetworkSources,
  kind: KindName,
  asn: number,
): { readonly listed: boolean | null; readonly good: boolean } {
  const known = sources.ask('blocklist', (views, from) =>
    views.filter((view, i) => from[i]?.kind === kind && (kind === 'asn-drop' || view.hasAsns)),
  )
  if (known === null || known.value.length === 0) return { listed: null, good: false }
  return { listed: known.value.some((view) => view.asn(asn) !== null), good: !known.stale }
}

const isGood = (known: Known<unknown> | null): boolean => known !== null && !known.stale

/** Each of the five, or the file in which they publish all together. */
const isWhole = (names: readonly string[]): boolean =>
  fiveRegistries.every((registry) => names.includes(registry)) || names.includes('nro')
