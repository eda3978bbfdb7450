import { contains, formatPrefix, parent, type Prefix } from '../../kernel/ip/index.ts'
import type {
  Announcement,
  BlocklistEntry,
  Known,
  RegistryRecord,
  ReverseDelegation,
  SanctionedName,
  Vrp,
} from '../../network/index.ts'
import { dayOf, someOf, sourceOf } from '../offer/facts.rules.ts'

/**
 * Whether a block is fit for the market (network-rules §5): six checks over facts that were asked for before. Without
 * data a check is skipped and says so; it never passes on what is not known.
 */

/** Seconds. */
export const checkEvery = 86_400

export type CheckKind = 'whois' | 'bgp' | 'dns' | 'iprep' | 'loaa' | 'roa'

export interface CheckResult {
  readonly kind: CheckKind
  readonly status: 'passed' | 'warning' | 'failed' | 'skipped'
  readonly description: string
}

export interface OfferFacts {
  readonly block: Prefix
  readonly registry: string
  readonly ownAsns: readonly number[]
  readonly authorisation: {
    readonly status: 'pending' | 'signed' | 'revoked'
    readonly by: string | null
    readonly at: Date | null
    readonly revokedAt: Date | null
  }
  /** Blocks under live leases: their lessees announce them. */
  readonly leased: readonly Prefix[]
  readonly record: Known<RegistryRecord | null> | null
  /** Of the holder named in the record, and of the company that lists the block. */
  readonly sanctions: Known<readonly SanctionedName[]> | null
  readonly announcements: Known<readonly Announcement[]> | null
  readonly vrps: Known<readonly Vrp[]> | null
  readonly blocklists: Known<readonly BlocklistEntry[]> | null
  /** Null where there is no resolver; absent where none was asked this time, or none answered. */
  readonly reverse?: ReverseDelegation | null | undefined
}

export function judgeOffer(facts: OfferFacts): CheckResult[] {
  return [
    { kind: 'whois', ...inTime(facts.record, whois(facts)) },
    { kind: 'bgp', ...inTime(facts.announcements, bgp(facts)) },
    { kind: 'dns', ...dns(facts) },
    { kind: 'iprep', ...inTime(facts.blocklists, iprep(facts)) },
    { kind: 'loaa', ...loaa(facts) },
    { kind: 'roa', ...inTime(facts.vrps, roa(facts)) },
  ]
}

/** What other data would have let us look at; reverse DNS never is. */
const isUnchecked = ({ kind, status }: CheckResult): boolean => status === 'skipped' && kind !== 'dns'

export const skippedKinds = (results: readonly CheckResult[]): CheckKind[] =>
  results
    .filter(isUnchecked)
    .map(({ kind }) => kind)
    .toSorted()

/** Whether a result keeps its block off the market; what was skipped does where the installation wants all of it checked. */
export const standsAgainst = (result: CheckResult, skippedPass: boolean): boolean =>
  result.status === 'failed' || (isUnchecked(result) && !skippedPass)

type Verdict = Omit<CheckResult, 'kind'>
const passed = (description: string): Verdict => ({ status: 'passed', description })
const warning = (description: string): Verdict => ({ status: 'warning', description })
const failed = (description: string): Verdict => ({ status: 'failed', description })
const skipped = (description: string): Verdict => ({ status: 'skipped', description })

/** Old data is not believed to be good news, and not forgotten where it was bad. */
const inTime = (known: Known<unknown> | null, verdict: Verdict): Verdict =>
  known?.stale && verdict.status === 'passed' ? warning(`${verdict.description} The data is out of date.`) : verdict

function whois({ block, registry, record, sanctions }: OfferFacts): Verdict {
  const [sanctioned] = sanctions?.value ?? []
  if (sanctions && sanctioned) {
    const { name, entry } = sanctioned
    const who = name === record?.value?.organisation ? 'holder in the record' : 'company that lists it'
    return failed(`The ${who}, ${name}, is under sanctions as ${entry} (${sourceOf(sanctions)}).`)
  }
  if (record === null) return skipped('There is no registry data here to look the block up in.')
  const from = `(${sourceOf(record)})`
  if (record.value === null) return failed(`The registry data has no record for ${formatPrefix(block)} ${from}.`)
  const { organisation } = record.value
  const prefix = formatPrefix(record.value.prefix)
  if (record.value.registry !== registry)
    return failed(`The record ${prefix} is kept by ${record.value.registry}, not by ${registry} ${from}.`)
  if (record.value.abuseEmail === null) {
    // Some registries show no contacts to whoever asks, which says nothing about the record.
    const lacks = `The record ${prefix} ${isTold(record.value) ? 'shows' : 'has'} no abuse contact ${from}.`
    return isTold(record.value) ? warning(lacks) : failed(lacks)
  }
  const whose = organisation || 'an unnamed holder'
  return passed(`The record ${prefix} of ${whose} has an abuse contact ${from}.${unscreened(sanctions)}`)
}

const unscreened = (sanctions: OfferFacts['sanctions']): string => {
  if (sanctions === null) return ' No name was screened: there is no sanctions list here.'
  return sanctions.stale ? ' The sanctions list that names were screened by is out of date.' : ''
}

const isTold = ({ source }: RegistryRecord): boolean => source === 'RDAP'

function bgp({ block, ownAsns, leased, announcements }: OfferFacts): Verdict {
  if (announcements === null) return skipped('There is no routing data here to look for announcements in.')
  const from = `(${sourceOf(announcements)})`
  const isLeased = lookUp(leased, block)
  const foreign = announcements.value.filter(({ asn, prefix }) => !ownAsns.includes(asn) && !isLeased(prefix))
  const within = foreign.filter((seen) => contains(block, seen.prefix))
  if (within.length > 0)
    return failed(
      `Announced by others: ${someOf(within.map(announced))}; state the numbers that are your own, or have it withdrawn ${from}.`,
    )
  if (foreign.length > 0)
    return warning(`The block is announced as part of ${someOf(foreign.map(announced))}, by others ${from}.`)
  const own = announcements.value.filter(({ asn }) => ownAsns.includes(asn))
  if (own.length > 0) return passed(`Announced only by your own AS numbers: ${someOf(own.map(announced))} ${from}.`)
  return passed(
    `${announcements.value.length > 0 ? 'Only lessees announce' : 'Nobody announces'} any of ${formatPrefix(block)} ${from}.`,
  )
}

const announced = ({ prefix, asn }: Announcement): string => `${formatPrefix(prefix)} by AS${asn}`

/** Whether a block lies in one of the others: a walk upwards, since a large offer may have thousands of either. */
function lookUp(others: readonly Prefix[], offer: Prefix): (block: Prefix) => boolean {
  const known = new Set(others.map(formatPrefix))
  return (block) => {
    for (let around: Prefix | undefined = block; around && around.length >= offer.length; around = parent(around))
      if (known.has(formatPrefix(around))) return true
    return false
  }
}

/** What is missing can be made up for: it is never a reason to keep a block off the market. */
function dns({ reverse }: OfferFacts): Verdict {
  if (reverse === undefined) return skipped('Reverse DNS was not looked at yet.')
  if (reverse === null) return skipped('Reverse DNS was not looked at: there is no resolver here.')
  const { zones, undelegated } = reverse
  if (undelegated.length === 0) return passed(`Reverse DNS is delegated: ${someOf(zones)} (by our resolver).`)
  return warning(
    `No name server is named for ${someOf(undelegated)}: lessees would have no reverse DNS (by our resolver).`,
  )
}

function iprep({ block, blocklists }: OfferFacts): Verdict {
  if (blocklists === null) return skipped('There are no blocklists here to look the block up in.')
  const from = `(${sourceOf(blocklists)})`
  if (blocklists.value.length === 0) return passed(`No blocklist has any of ${formatPrefix(block)} ${from}.`)
  const hits = blocklists.value.map(({ prefix, list }) => `${formatPrefix(prefix)} on ${list}`)
  return failed(`On blocklists: ${someOf(hits)}; have it removed there ${from}.`)
}

function loaa({ authorisation: { status, by, at, revokedAt } }: OfferFacts): Verdict {
  if (status === 'signed' && at !== null)
    return passed(`Letters of authorisation may be issued: signed by ${by ?? 'the company'} on ${dayOf(at)}.`)
  return failed(
    revokedAt === null
      ? "Letters of authorisation may not be issued: the holder's authorisation is not signed."
      : `Letters of authorisation may not be issued: the holder's authorisation was revoked on ${dayOf(revokedAt)}.`,
  )
}

/** Who holds more than the record says can publish what its holder cannot change. */
function roa({ block, record, vrps }: OfferFacts): Verdict {
  if (vrps === null) return skipped('There is no RPKI data here to look for ROAs in.')
  const from = `(${sourceOf(vrps)})`
  const covering = vrps.value.filter((vrp) => contains(vrp.prefix, block))
  if (covering.length === 0) return passed(`No ROA covers ${formatPrefix(block)} ${from}.`)
  if (!record?.value)
    return skipped(`ROAs cover the block, and without a registry record it is not known whose they are ${from}.`)
  const held = record.value.prefix
  const above = covering.filter((vrp) => vrp.prefix.length < held.length)
  if (above.length > 0)
    return failed(
      `ROAs from above your record ${formatPrefix(held)} make lessees' announcements invalid: ${someOf(above.map(authorised))} ${from}.`,
    )
  return passed(
    `ROAs of your own cover it, so each lessee needs one from you, too: ${someOf(covering.map(authorised))} ${from}.`,
  )
}

const authorised = ({ prefix, asn }: Vrp): string => `${formatPrefix(prefix)} for AS${asn}`
