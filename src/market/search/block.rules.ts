import type { CheckKind, CheckResult } from '../check/check.rules.ts'

/** What a lessee reads of an offer's checks: the same verdicts, in words that are not meant for the holder. */

type Status = CheckResult['status'] | 'pending'

const sentences: Readonly<Record<CheckKind, Readonly<Partial<Record<Status, string>>>>> = {
  whois: {
    passed: 'The registry has a record of it that names an abuse contact.',
    warning: 'The registry had a record of it that names an abuse contact; the data is out of date.',
  },
  bgp: {
    passed: 'Nobody announces it but its holder, and lessees what they lease.',
    warning: 'It is announced by others as part of a larger block, or the routing data is out of date.',
  },
  dns: { skipped: 'Reverse DNS was not looked at.' },
  iprep: {
    passed: 'No blocklist has any of it.',
    warning: 'No blocklist had any of it; the data is out of date.',
  },
  loaa: { passed: 'Its holder has agreed that letters of authorisation are issued to lessees.' },
  roa: {
    passed: 'No ROA of anybody above its holder stands in the way of a lessee.',
    warning: 'No ROA of anybody above its holder stood in the way of a lessee; the data is out of date.',
  },
}

const otherwise: Readonly<Record<Status, string>> = {
  passed: 'It passed.',
  warning: 'It passed, with a doubt.',
  failed: 'It did not pass when it was last looked at.',
  skipped: 'There is no data here to look at.',
  pending: 'It has not been looked at yet.',
}

export const sentenceFor = (kind: CheckKind, status: Status): string => sentences[kind][status] ?? otherwise[status]

/** A share in whole percent; more than all means that the tables were not counted at the same time. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.floor((part / whole) * 100)) : 0
