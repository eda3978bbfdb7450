import { peopleHear, type Notice } from '../../identity/index.ts'
import { invoicingEvents } from '../invoicing.events.ts'

/** Every document goes by mail, on paper. */

const says: Readonly<Record<string, string>> = {
  paid: 'It has been paid; no action is needed.',
  unpaid: 'It is not paid yet.',
}

const notices = invoicingEvents.onEach<Notice>({
  'invoice.issued': ({ uuid, number, status, total, currency }) => {
    const name = number.startsWith('CN') ? 'Credit note' : 'Invoice'
    return {
      topic: 'billing',
      subject: `${name} ${number} over ${currency} ${total}`,
      text: `${name} ${number} for ${currency} ${total} is attached. ${says[status] ?? ''}`.trimEnd() + '\n',
      lead: { label: 'View it', page: `/billing/invoices/${uuid}` },
      paper: { kind: 'invoice', uuid },
    }
  },
})

export const tellBilled = peopleHear('invoicing.tell_billed', notices)
