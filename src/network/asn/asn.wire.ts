import { Int, named, Nullable, OneOf, Text, Type, UnixTime } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { asnNeeds, asnStatuses, largestAsn, readAsn, type AsnVerdict } from './asn.rules.ts'
import type { AsnBan } from './asn.actions.ts'
import type { AsnNeed } from '../fact.rules.ts'
import { networkProblem } from '../network.problems.ts'

/** As text: what is no AS number is a broken rule (422), not an unknown address. */
export const AsnPath = Type.Object({
  asn: Text(20, { description: 'AS number, with or without "AS".', examples: ['AS13335'] }),
})

export function asnOf({ asn: text }: { readonly asn: string }): number {
  const asn = readAsn(text)
  if (asn === null) throw networkProblem('asn_invalid', { fields: { asn: [`must be from 1 to ${largestAsn}`] } })
  return asn
}

export const asnFields = {
  asn: Int(1, largestAsn),
  valid: Type.Boolean({ description: 'Allocated, not reserved and not blocked: it may get letters.' }),
  as_name: Nullable(Type.String()),
  uce3: Nullable(Type.Boolean({ description: 'On UCEPROTECT level 3; a warning only.' })),
  ofac: Nullable(Type.Boolean({ description: 'On the OFAC list, or in a country under embargo.' })),
  spamhaus: Nullable(Type.Boolean({ description: 'On Spamhaus ASN-DROP.' })),
  country: Nullable(Type.String({ description: 'ISO 3166-1 code.' })),
  status: OneOf(
    asnStatuses,
    'unknown: data to judge it by is missing or stale; accepted: so it is, and an operator vouches for it.',
  ),
  lacking: Type.Array(OneOf(Object.keys(asnNeeds) as AsnNeed[]), {
    description: 'What it must be screened by and cannot, since that is missing or stale.',
  }),
}

export const AsnAnswer = named('AsnVerdict', asnFields, 'null: there is no such data here.')

export function asnAnswer(verdict: AsnVerdict) {
  const { asn, valid, name, uceprotect: uce3, sanctioned: ofac, spamhaus, countries, status, lacking } = verdict
  return {
    asn,
    valid,
    as_name: name,
    uce3,
    ofac,
    spamhaus,
    country: countries[0] ?? null,
    status,
    lacking: [...lacking],
  }
}

export const BanAnswer = named('AsnBan', { asn: Int(1, largestAsn), reason: Type.String(), banned_at: UnixTime })

export const banAnswer = ({ asn, reason, banned_at }: AsnBan) => ({ asn, reason, banned_at: toUnix(banned_at) ?? 0 })
