import { fiveRegistries, isReservedAsn } from './asn.rules.ts'
import type { Grant } from '../datasets/delegations.ts'
import type { AsnFacts, AsnNeed, Known } from '../fact.rules.ts'
import type { KindName } from '../kinds.rules.ts'
import type { SourcesToAsk } from '../sources.memory.ts'

/** What all sources together say of an AS number, and which of those that matter cannot be relied on. */
export function asnFacts(sources: SourcesToAsk, asn: number): AsnFacts {
  const named = sources.ask('asnames', (views) => views.flatMap((view) => view.of(asn) ?? []))
  const registered = sources.ask('registryobjects', (views) => views.flatMap((view) => view.autNum(asn) ?? []))
  const granted = sources.ask('delegations', (views) => views.flatMap((view) => view.asn(asn) ?? []))
  const names = distinct([
    ...(named?.value ?? []).map(({ name }) => name),
    ...(registered?.value ?? []).flatMap(({ name, organisation }) => [name, organisation]),
  ])
  const sanctioned = sources.ask('sanctions', (views) =>
    views.flatMap((view) => names.flatMap((name) => view.match(name))),
  )
  const grants = granted?.value ?? []
  // One registry may still list what another has taken over.
  const grant = grants.find(isInUse) ?? grants[0] ?? null
  // Only who has all five statistics knows that an AS number is in none of them; one that has a name was given to somebody.
  const isPartial = grant === null && !isWhole(sources.names('delegations'))
  const country = countryOf(grant)
  const spamhaus = isListed(sources, 'asn-drop', asn)
  return {
    asn,
    name: names[0] ?? null,
    countries: distinct([country, ...grants.map(countryOf), ...(named?.value ?? []).map((each) => each.countryCode)]),
    reserved: isReservedAsn(asn),
    allocated: grant !== null ? isInUse(grant) : names.length > 0 ? true : granted === null || isPartial ? null : false,
    registry: grant?.registry ?? null,
    spamhaus: spamhaus.listed,
    uceprotect: isListed(sources, 'uceprotect', asn).listed,
    ofac: sanctioned?.value ?? null,
    lacking: lackingOf({
      delegated: isGood(granted) && !isPartial,
      country: country !== null || !isGood(granted) || isPartial,
      'asn-names': isGood(named) && names.length > 0,
      'asn-drop': spamhaus.good,
      ofac: isGood(sanctioned),
    }),
  }
}

/** Without a row nobody knows its country either: that is said once. */
const lackingOf = (met: Readonly<Record<AsnNeed, boolean>>): AsnNeed[] =>
  (Object.keys(met) as AsnNeed[]).filter((need) => !met[need])

const distinct = (texts: readonly (string | null)[]): string[] => [...new Set(texts.flatMap((text) => text || []))]

export const isInUse = (grant: Pick<Grant, 'status'>): boolean =>
  grant.status === 'allocated' || grant.status === 'assigned'

/** Written for what is of no country in particular; countries under embargo are served by the same registries. */
const regions = new Set(['AP', 'EU'])

const countryOf = (grant: Grant | null): string | null =>
  grant?.countryCode && !regions.has(grant.countryCode) ? grant.countryCode : null

/** Of a kind's own lists; null: there are none. */
function isListed(
  sources: SourcesToAsk,
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
