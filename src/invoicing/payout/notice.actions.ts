import { ownersHear, type Notice } from '../../identity/index.ts'
import { invoicingEvents } from '../invoicing.events.ts'

/** What holders hear of their payouts by mail. */

const notices = invoicingEvents.onEach<Notice>({
  'payout.made': ({ number, month, amount, currency }) => ({
    subject: `Payout ${number}: ${amount} ${currency}`,
    text: `What your leases earned up to the end of ${month} comes to ${amount} ${currency} after commission. It is on its way to you as payout ${number}; its statement is among your payouts.\n`,
  }),
  'payout.paid': ({ number, amount, currency }) => ({
    subject: `Payout ${number} sent`,
    text: `Payout ${number} over ${amount} ${currency} has been sent.\n`,
  }),
})

export const tellPaidHolders = ownersHear('invoicing.tell_paid_holders', notices)
