import { peopleHear, type Notice } from '../../identity/index.ts'
import { invoicingEvents } from '../invoicing.events.ts'

/** What holders hear of their payouts by mail. */

const toPayout = (uuid: string) => ({ label: 'Look at the payout', page: `/payouts/${uuid}` })

const notices = invoicingEvents.onEach<Notice>({
  'payout.made': ({ uuid, number, month, amount, currency }) => ({
    topic: 'payouts',
    lead: toPayout(uuid),
    subject: `Payout ${number}: ${amount} ${currency}`,
    text: `What your leases earned up to the end of ${month} comes to ${amount} ${currency} after commission. It is on its way to you as payout ${number}; its statement is among your payouts.\n`,
  }),
  'payout.paid': ({ uuid, number, amount, currency }) => ({
    topic: 'payouts',
    lead: toPayout(uuid),
    subject: `Payout ${number} sent`,
    text: `Payout ${number} over ${amount} ${currency} has been sent.\n`,
  }),
})

export const tellPaidHolders = peopleHear('invoicing.tell_paid_holders', notices)
