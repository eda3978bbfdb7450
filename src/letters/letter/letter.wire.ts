import { firstAddress, formatAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import {
  Answer,
  ListOf,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import type { LoaAnswer } from '../../market/index.ts'
import { letterStates, type LetterStatus } from './letter.states.ts'
import type { Letter } from './letter.store.ts'
import { stepNames, stepsOf } from '../release/readiness.rules.ts'
import { doubts } from '../release/rpki.rules.ts'
import { referenceOf, verifyAddress } from '../signing/statement.rules.ts'

/** A letter as both sides see it. */

const statusWords = { pending: 'Pending', active: 'Active', revoked: 'Revoked', expired: 'Expired' } as const

type StatusWord = (typeof statusWords)[LetterStatus]

const statusWord = (status: LetterStatus): StatusWord => statusWords[status]

const StatusAnswer = OneOf(Object.values(statusWords))

/** The filter of lists. In any case; clients write them in several. */
export const StatusesQuery = Type.Optional(
  ListOf(Text(16, { description: `${Object.values(statusWords).join(', ')}; in any case.`, examples: ['Active'] }), 16),
)

export function readStatuses(words: readonly string[] = []): LetterStatus[] {
  return words.map((word, i) => {
    const status = letterStates.states.find((one) => one === word.toLowerCase())
    if (status) return status
    const known = Object.values(statusWords).join(', ')
    throw kernelProblem('invalid_fields', { fields: { [`statuses.${i}`]: [`must be one of ${known}`] } })
  })
}

const ReadinessAnswer = Type.Array(
  named('LetterStep', {
    name: OneOf(stepNames),
    description: Type.String({ description: 'How it stands, in one sentence.' }),
    required: Type.Boolean({ description: 'The letter waits for it.' }),
    done: Type.Boolean(),
    done_at: Nullable(UnixTime),
  }),
  { description: 'What the letter waits for, in the order of work.' },
)

const readinessAnswer = (letter: Letter): Static<typeof ReadinessAnswer> =>
  stepsOf(letter).map(({ name, sentence, needed, doneAt }) => ({
    name,
    description: sentence,
    required: needed,
    done: doneAt !== null,
    done_at: toUnix(doneAt),
  }))

export const letterFields = {
  uuid: Uuid,
  market_service_uuid: Uuid,
  service_uuid: Uuid,
  subnet: Type.String({ examples: ['192.0.2.0/24'] }),
  address: Type.String(),
  cidr: Type.Integer(),
  asn: Type.Integer(),
  as_name: Nullable(Type.String()),
  company_name: Type.String({ description: 'To whom it is issued.' }),
  company_confirmed_by: Nullable(
    OneOf(
      ['lessee', 'holder'],
      'lessee: it is its own name. holder: another, which the holder has confirmed. null: the holder has not yet, or the letter is older than that rule.',
    ),
  ),
  max_length: Type.Integer({
    description:
      'The subnet and its parts down to this length may be announced; the subnet as a whole where it is its own.',
  }),
  info: Nullable(Type.String()),
  create_whois_inetnum: Type.Boolean(),
  whois_data_exposed: Type.Boolean(),
  selection: named('LetterSelection', { roa: Type.Boolean(), radb: Type.Boolean(), route: Type.Boolean() }),
  reference: Type.String({ description: 'By which people speak of it.', examples: ['LOA-5A6B-7C8D-9E0F'] }),
  status: StatusAnswer,
  created_at: UnixTime,
  released_at: Nullable(UnixTime),
  valid_until: Nullable(
    Type.Integer({ minimum: 0, description: 'As it is signed now; it is signed anew before while its lease runs.' }),
  ),
  released_by: Nullable(OneOf(['data', 'holder', 'operator'])),
  released_despite: Nullable(
    OneOf(doubts, 'What our own data did not show when the word of its holder or of an operator released it.'),
  ),
  revoked_at: Nullable(UnixTime),
  revoked_by: Nullable(OneOf(['lessee', 'holder', 'operator'])),
  reason: Nullable(Type.String({ description: 'Why it was revoked.' })),
  ended_at: Nullable(UnixTime),
  gone_at: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'When our data showed, after its end, that nothing is left of the route.',
    }),
  ),
  readiness: ReadinessAnswer,
}

const Fields = Answer(letterFields)

/** As its lessee sees it, who shows the code to whom it likes. */
export const OwnLetterAnswer = named('Letter', {
  ...letterFields,
  code: Nullable(Type.String({ description: 'By which anybody can verify it, once it has been released.' })),
  verification_url: Nullable(Type.String()),
})

export function letterAnswer(letter: Letter): Static<typeof Fields> {
  const block = knownPrefix(letter.block)
  const { roa, radb, route } = letter
  return {
    uuid: letter.uuid,
    market_service_uuid: letter.offer_uuid,
    service_uuid: letter.lease_uuid,
    subnet: letter.block,
    address: formatAddress(firstAddress(block)),
    cidr: block.length,
    asn: letter.asn,
    as_name: letter.as_name,
    company_name: letter.company_name,
    company_confirmed_by: letter.company_confirmed_by,
    max_length: letter.max_length,
    info: letter.info,
    create_whois_inetnum: letter.create_inetnum,
    whois_data_exposed: letter.whois_exposed,
    selection: { roa, radb, route },
    reference: referenceOf(letter.uuid),
    status: statusWord(letter.status),
    created_at: toUnix(letter.created_at),
    released_at: toUnix(letter.released_at),
    valid_until: toUnix(letter.valid_until),
    released_by: letter.released_by,
    released_despite: letter.released_despite,
    revoked_at: toUnix(letter.revoked_at),
    revoked_by: letter.revoked_by,
    reason: letter.reason,
    ended_at: toUnix(letter.ended_at),
    gone_at: toUnix(letter.gone_at),
    readiness: readinessAnswer(letter),
  }
}

export function ownLetterAnswer(letter: Letter, { publicUrl: site }: { readonly publicUrl: string }) {
  const code = letter.released_at === null ? null : letter.code
  return { ...letterAnswer(letter), code, verification_url: code === null ? null : verifyAddress({ site, code }) }
}

/** As services show it. */
export const loaAnswer = (letter: Letter): LoaAnswer => ({
  data: {
    uuid: letter.uuid,
    asn: letter.asn,
    as_name: letter.as_name,
    company_name: letter.company_name,
    max_length: letter.max_length,
    status: statusWord(letter.status),
    created_at: toUnix(letter.created_at),
    revoked_at: toUnix(letter.revoked_at),
  },
})
