import { auditActions } from '../kernel/audit-action.ts'
import { Nullable, OneOf, Type, Uuid } from '../kernel/http/schema.ts'
import { Amount, Block, Currency, events, Time, TimeOrNone } from '../kernel/work/event-table.ts'
import { leaseStates } from './lease/lease.states.ts'
import { offerStates } from './offer/offer.states.ts'

const lease = Type.Object({ uuid: Uuid, block: Block, offer_uuid: Uuid, status: OneOf(leaseStates.states) })

const offer = { uuid: Uuid, block: Block, status: OneOf(offerStates.states) }

const reservation = {
  uuid: Uuid,
  block: Block,
  price: Amount,
  currency: Currency,
  contract_length: Type.Integer({ description: 'months' }),
  negotiated: Type.Boolean(),
  expires_at: Time,
}

export const marketEvents = events({
  'lease.started': ['A block was let.', lease],
  'lease.suspended': ['A lease rests until it is paid for.', lease],
  'lease.resumed': ['A suspended lease runs again.', lease],
  'lease.ended': ['A lease ended; its block goes back.', lease],
  'offer.listed': ['A holder listed a block; its ownership is to be proven.', Type.Object(offer)],
  'offer.changed': [
    'A holder changed an offer; these fields are different.',
    Type.Object({ ...offer, fields: Type.Array(Type.String()) }),
  ],
  'offer.children_toggled': [
    'A holder hid parts of an offer, or showed them again.',
    Type.Object({
      uuid: Uuid,
      batch: Uuid,
      length: Type.Integer({ description: 'of each part' }),
      hidden: Type.Integer({ description: 'so many parts' }),
      shown: Type.Integer({ description: 'so many parts' }),
    }),
  ],
  'offer.proof_failed': ['The ownership of a block was not proven.', Type.Object({ ...offer, reason: Type.String() })],
  'offer.proof_doubted': [
    'The record of a proven block names another holder; unless it is proven again, the offer ends.',
    Type.Object({ ...offer, reason: Type.String(), ends_at: Time }),
  ],
  'offer.proof_lost': [
    'The proof of a block did not hold, and its offer was ended.',
    Type.Object({ ...offer, reason: Type.String() }),
  ],
  'offer.activated': ['An offer passed its checks and is on the market.', Type.Object(offer)],
  'offer.invalidated': [
    'An offer failed a check and is off the market.',
    Type.Object({ ...offer, reasons: Type.Array(Type.String()) }),
  ],
  'offer.authorised': ['A holder signed the authorisation of an offer.', Type.Object(offer)],
  'offer.authorisation_revoked': ['A holder revoked the authorisation of an offer.', Type.Object(offer)],
  'offer.cancelled': [
    'A holder took an offer off the market; none of its leases renews past `expires_at`.',
    Type.Object({ ...offer, live_leases: Type.Integer(), expires_at: TimeOrNone }),
  ],
  'offer.ended': ['The last lease of a cancelled offer ended, and the offer with it.', Type.Object(offer)],
  'saved_search.matched': [
    'A saved search has found blocks that came to the market, or fit it only now; each of them is told once.',
    Type.Object({
      uuid: Uuid,
      name: Type.String(),
      person_uuid: Nullable(Uuid),
      count: Type.Integer({ description: 'so many blocks' }),
      currency: Currency,
      first: Type.Array(Type.Object({ block: Block, price: Amount }), { description: 'The cheapest five at most.' }),
    }),
  ],
  'reservation.requested': [
    'A company offered less than the list price; the holder is to answer.',
    Type.Object({ ...reservation, list_price: Amount }),
  ],
  'reservation.countered': [
    'A holder answered a lower offer by a third price; the lessee is to answer.',
    Type.Object({ ...reservation, counter_price: Amount, list_price: Amount }),
  ],
  'reservation.counter_accepted': ["A lessee accepted a holder's third price.", Type.Object(reservation)],
  'reservation.counter_declined': ["A lessee declined a holder's third price.", Type.Object(reservation)],
  'reservation.accepted': ['A holder accepted a lower price.', Type.Object(reservation)],
  'reservation.declined': ['A holder declined a lower price.', Type.Object(reservation)],
  'reservation.expired': ['A block is no longer kept for a company.', Type.Object(reservation)],
})

/** What the audit log calls what is no move of a state. */
export const marketAudit = auditActions(
  'offer.listed',
  'offer.changed',
  'offer.children_toggled',
  'offer.authorised',
  'offer.authorisation_revoked',
  'offer.code_wrong',
  'offer.code_resent',
  'offer.way_chosen',
  'offer.document_kept',
  'offer.proof_consented',
  'offer.proof_doubted',
  'offer.proof_lost',
  'offer.proof_held',
  'reservation.made',
  'saved_search.created',
  'saved_search.renamed',
  'saved_search.paused',
  'saved_search.resumed',
  'saved_search.deleted',
)
