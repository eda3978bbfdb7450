import { toRfc3339 } from '../../kernel/time.ts'
import { named, Nullable, Type } from '../../kernel/http/schema.ts'
import type { Standing } from './verify.rules.ts'

/** What the verification of a code says to programs; `page.wire.ts` says it to people. */

export const StandingAnswer = named('LetterStanding', {
  genuine: Type.Boolean({ description: 'Whether a letter of this marketplace has this code.' }),
  in_force: Type.Boolean({ description: 'Whether that letter is in force now.' }),
  since: Nullable(
    Type.String({ format: 'date-time', description: 'Since when it is in force, or since when it is not.' }),
  ),
  block: Nullable(Type.String({ description: 'What may be announced.', examples: ['192.0.2.0/24'] })),
  asn: Nullable(Type.Integer({ description: 'From which AS number.', examples: [64_500] })),
  max_length: Nullable(
    Type.Integer({ description: 'In prefixes from the length of the block to this one.', examples: [24] }),
  ),
  company_name: Nullable(Type.String({ description: 'To whom it is issued.' })),
  reference: Nullable(Type.String({ examples: ['LOA-5A6B-7C8D-9E0F'] })),
  valid_from: Nullable(Type.String({ format: 'date-time' })),
  valid_until: Nullable(
    Type.String({
      format: 'date-time',
      description: 'At the latest; a letter is signed anew while its lease runs. null: until the lease ends.',
    }),
  ),
})

export const standingAnswer = ({ genuine, inForce, since, block, asn, ...more }: Standing) => ({
  genuine,
  in_force: inForce,
  since: toRfc3339(since),
  block,
  asn,
  max_length: more.maxLength,
  company_name: more.company,
  reference: more.reference,
  valid_from: toRfc3339(more.validFrom),
  valid_until: toRfc3339(more.validUntil),
})
