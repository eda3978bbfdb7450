import { peopleHear, type Notice } from '../../identity/index.ts'
import { inWords } from '../../kernel/time.ts'
import { marketEvents } from '../market.events.ts'

/** What a negotiation's two companies are told by mail. Neither learns more of the other than it must. */

interface Terms {
  readonly block: string
  readonly price: string
  readonly currency: string
  readonly contract_length: number
  readonly negotiated: boolean
}

const perMonth = (price: string, currency: string) => `${currency} ${price} a month`

const wordsFor = ({ block, price, currency, contract_length }: Terms) =>
  `${perMonth(price, currency)} for ${block}, ${
    contract_length === 1 ? 'with no commitment' : `for ${contract_length} months`
  }`

/** Who reserves at the list price is at the screen, and needs no mail. */
const ifNegotiated =
  <Data extends Terms>(write: (data: Data) => Notice) =>
  (data: Data): Notice | undefined =>
    data.negotiated ? write(data) : undefined

const mine = { label: 'My reservations', page: '/my-reservations' } as const
const onBlocks = { label: 'Reservations of your blocks', page: '/reservations' } as const

const notices = marketEvents.onEach<Notice | undefined>({
  'reservation.requested': ifNegotiated((data) => ({
    topic: 'reservations',
    lead: onBlocks,
    subject: `Offer for ${data.block}`,
    text: `A company offers ${wordsFor(data)}; your list price is ${perMonth(data.list_price, data.currency)}. Accept or decline it before ${inWords(data.expires_at)}; until then the block is held, and after that the offer expires.\n`,
  })),
  'reservation.countered': (data) => ({
    topic: 'reservations',
    lead: mine,
    subject: `Counter-offer for ${data.block}`,
    text: `You offered ${wordsFor(data)}. The holder’s counter-offer is ${perMonth(data.counter_price, data.currency)}; the list price is ${perMonth(data.list_price, data.currency)}. Accept or decline it before ${inWords(data.expires_at)}; until then the block is held for you.\n`,
  }),
  'reservation.counter_accepted': (data) => ({
    topic: 'reservations',
    lead: onBlocks,
    subject: `Your counter-offer for ${data.block} was accepted`,
    text: `The lessee agrees to ${wordsFor(data)}. The block is held until ${inWords(data.expires_at)} for the lessee to check out.\n`,
  }),
  'reservation.counter_declined': (data) => ({
    topic: 'reservations',
    lead: onBlocks,
    subject: `Your counter-offer for ${data.block} was declined`,
    text: `The lessee declined your price. The block is available again.\n`,
  }),
  'reservation.accepted': ifNegotiated((data) => ({
    topic: 'reservations',
    lead: mine,
    subject: `Your offer for ${data.block} was accepted`,
    text: `The holder agrees to ${wordsFor(data)}. The block is held for you until ${inWords(data.expires_at)}; check out before then.\n`,
  })),
  'reservation.declined': ifNegotiated((data) => ({
    topic: 'reservations',
    lead: mine,
    subject: `Your offer for ${data.block} was declined`,
    text: `The holder declined ${wordsFor(data)}. You can make a higher offer or look for another block.\n`,
  })),
  'reservation.expired': ifNegotiated((data) => ({
    topic: 'reservations',
    lead: mine,
    subject: `Your offer for ${data.block} has expired`,
    text: `You offered ${wordsFor(data)}. The block is no longer held for you: the offer was not answered or checked out in time, or the block left the market.\n`,
  })),
})

export const tellNegotiators = peopleHear('market.tell_negotiators', notices)
