import { peopleHear, type Notice } from '../../identity/index.ts'
import { monthInWords } from '../invoice/text.rules.ts'
import { invoicingEvents } from '../invoicing.events.ts'

/** What holders hear of their payouts by mail. */

const toPayout = (uuid: string) => ({ label: 'View payout', page: `/payouts/${uuid}` })

const notices = invoicingEvents.onEach<Notice>({
  'payout.made': ({ uuid, number, month, amount, currency }) => ({
    topic: 'payouts',
    lead: toPayout(uuid),
    subject: `Payout ${number}: ${currency} ${amount}`,
    text: `What your leases earned up to the end of ${monthInWords(month)} comes to ${currency} ${amount} after commission. It will be sent to your confirmed bank account; if you have none yet, add one on your Payouts page.\n`,
  }),
  'payout.paid': ({ uuid, number, amount, currency }) => ({
    topic: 'payouts',
    lead: toPayout(uuid),
    subject: `Payout ${number} sent`,
    text: `Payout ${number} of ${currency} ${amount} has been sent to your bank account.\n`,
  }),
})

export const tellPaidHolders = peopleHear('invoicing.tell_paid_holders', notices)
