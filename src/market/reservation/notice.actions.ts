import { mailOwners, type Notice } from '../../identity/index.ts'
import type { Listener, News } from '../../kernel/work/events.ts'
import { inWords } from '../../kernel/time.ts'

/** What a negotiation's two companies are told by mail. Neither learns more of the other than it must. */

const notices: Record<string, (data: News['data']) => Notice> = {
  'reservation.requested': (data) => ({
    subject: `An offer for ${String(data['block'])}`,
    text: `A company offers ${wordsFor(data)}; your list price is ${priced(data, 'list_price')}. Accept or decline it before ${inWords(String(data['expires_at']))}; until then the block is kept for that company, and after that the offer lapses.\n`,
  }),
  'reservation.accepted': (data) => ({
    subject: `Your offer for ${String(data['block'])} was accepted`,
    text: `The holder agrees to ${wordsFor(data)}. The block is kept for you until ${inWords(String(data['expires_at']))}; buy it before then.\n`,
  }),
  'reservation.declined': (data) => ({
    subject: `Your offer for ${String(data['block'])} was declined`,
    text: `The holder does not agree to ${wordsFor(data)}. You may offer more, or look for another block.\n`,
  }),
  'reservation.expired': (data) => ({
    subject: `Your offer for ${String(data['block'])} has lapsed`,
    text: `You offered ${wordsFor(data)}. The block is no longer kept for you: nobody answered or bought in time, or it has left the market.\n`,
  }),
}

const priced = (data: News['data'], field: string) => `${String(data['currency'])} ${String(data[field])} a month`

const wordsFor = (data: News['data']) =>
  `${priced(data, 'price')} for ${String(data['block'])}, ${
    data['contract_length'] === 1 ? 'month by month' : `for ${String(data['contract_length'])} months`
  }`

export const negotiationEvents: readonly string[] = Object.keys(notices)

/** Who reserves at the list price is at the screen, and needs no mail. */
export const tellNegotiators: Listener = {
  name: 'market.tell_negotiators',
  hear: async (ctx, { type, tenant, data }) => {
    const notice = notices[type]
    if (notice && tenant !== null && data['negotiated'] === true) await mailOwners(ctx, tenant, notice(data))
  },
}
