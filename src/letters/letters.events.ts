import { auditActions } from '../kernel/audit-action.ts'
import { Nullable, OneOf, Type, Uuid, type Static } from '../kernel/http/schema.ts'
import { Block, events, type Fixed } from '../kernel/work/event-table.ts'
import { letterStates } from './letter/letter.states.ts'

const revoker = Nullable(OneOf(['lessee', 'holder', 'operator']))
const reason = Nullable(Type.String())

const letter = Type.Object({
  uuid: Uuid,
  lease_uuid: Uuid,
  offer_uuid: Uuid,
  block: Block,
  asn: Type.Integer(),
  max_length: Type.Integer(),
  status: OneOf(letterStates.states),
  revoked_by: Type.Optional(revoker),
  reason: Type.Optional(reason),
})

const together = Type.Object({
  letters: Type.Array(
    Type.Object({
      uuid: Uuid,
      lessee: Uuid,
      holder: Uuid,
      block: Block,
      asn: Type.Integer(),
      max_length: Type.Integer(),
    }),
  ),
  by: revoker,
  reason,
})

/** What happened to letters together. */
export type TogetherNews = Fixed<Static<typeof together>>

/** Of one letter both sides hear; `letters.…` is said once of all that something happened to together. */
export const lettersEvents = events({
  'letter.created': ['A letter was ordered.', letter],
  'letter.company_confirmed': ['The holder has confirmed the company that a letter names.', letter],
  'letter.released': ['A letter is in force.', letter],
  'letter.renewed': ['A letter was signed anew, with a later end.', letter],
  'letter.revoked': ['A letter was revoked.', letter],
  'letter.expired': ['A letter ended with its lease.', letter],
  'letter.gone': ['Nothing is seen any more of the route of an ended letter.', letter],
  'letters.created': ['Letters were ordered together.', together],
  'letters.released': ['Letters came into force together.', together],
  'letters.renewed': ['Letters were signed anew together.', together],
  'letters.revoked': ['Letters were revoked together.', together],
  'letters.expired': ['Letters ended together, with their leases.', together],
  'letters.gone': ['Nothing is seen any more of the routes of these ended letters.', together],
})

/** What the audit log calls what is no move of a state. */
export const lettersAudit = auditActions(
  'letter.created',
  'letter.company_confirmed',
  'letter.gone',
  'letter.renewed',
  'letter_key.created',
  'letter_line.added',
  'letter_line.removed',
)
