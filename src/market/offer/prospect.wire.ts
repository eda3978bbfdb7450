import type { Config } from '../../kernel/config.ts'
import { firstAddress, formatAddress, formatPrefix } from '../../kernel/ip/index.ts'
import {
  Answer,
  Int,
  ListOf,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { listable } from './listing.rules.ts'
import { registries } from './offer.rules.ts'
import { faultAnswer, LookupFault, PolicyAnswer, policyAnswer, WaysBefore, waysBefore } from '../proof/way.wire.ts'
import type { Prospect } from './prospect.actions.ts'

export const ProspectQuery = Type.Object({
  address: Text(45, { description: 'First address of the block.', examples: ['45.80.12.0'] }),
  cidr: Int(listable.largest, listable.smallest, { description: 'Prefix length of the block.' }),
  own_asns: Type.Optional(ListOf(Int(1, 4_294_967_294), 100)),
})

const CheckAnswer = named('ProspectCheck', {
  kind: OneOf(['whois', 'bgp', 'dns', 'iprep', 'roa']),
  status: OneOf(['passed', 'warning', 'failed', 'skipped']),
  description: Type.String({ description: 'One sentence that names the data used and its date.' }),
})

export const ProspectAnswer = named('Prospect', {
  address: Type.String(),
  cidr: Type.Integer(),
  ip_count: Type.Integer(),
  registry: Nullable(OneOf(registries, 'Which registry keeps its record; null when the data does not say.')),
  record: Nullable(
    Answer({
      prefix: Type.String({ examples: ['45.80.12.0/22'] }),
      organisation: Type.String(),
      netname: Type.String(),
      abuse_email: Nullable(Type.String()),
      source: Type.String({ description: 'Where the data is from.' }),
      taken_at: UnixTime,
    }),
  ),
  proof: Answer({
    type: OneOf(['email', 'mnt_by', 'roa']),
    email: Nullable(Type.String({ description: 'To whom a code will be mailed; null: nobody.' })),
    description: Type.String(),
    asn: Nullable(
      Type.Integer({ description: 'The AS number of a ROA that would prove it; null: nothing is proven so here.' }),
    ),
  }),
  lookup: Nullable(LookupFault),
  policy: Nullable(PolicyAnswer),
  ways: WaysBefore,
  checks: Type.Array(CheckAnswer, { description: 'As they would come out now.' }),
  commission_percent: Type.Number({ description: "The marketplace's share of each price." }),
  currency: Type.String(),
})

export function prospectAnswer(
  { block, record, proof, checks, known }: Prospect,
  { commission, currency, proofAsn }: Pick<Config, 'commission' | 'currency' | 'proofAsn'>,
): Static<typeof ProspectAnswer> {
  const found = record?.value ?? null
  return {
    address: formatAddress(firstAddress(block)),
    cidr: block.length,
    ip_count: 2 ** (32 - block.length),
    registry: registries.find((one) => one === found?.registry) ?? null,
    record:
      record && found
        ? {
            prefix: formatPrefix(found.prefix),
            organisation: found.organisation,
            netname: found.netname,
            abuse_email: found.abuseEmail,
            source: record.source,
            taken_at: toUnix(record.takenAt),
          }
        : null,
    proof: { type: proof.type, email: proof.to, description: proof.sentence, asn: proofAsn },
    lookup: faultAnswer(known),
    policy: policyAnswer(known),
    ways: waysBefore(known),
    checks: checks.flatMap(({ kind, ...rest }) => (kind === 'loaa' ? [] : { kind, ...rest })),
    commission_percent: commission / 100,
    currency,
  }
}
