import { commerceEvents } from '../../src/commerce/commerce.events.ts'
import { identityEvents } from '../../src/identity/index.ts'
import { invoicingEvents } from '../../src/invoicing/index.ts'
import type { News } from '../../src/kernel/work/event-table.ts'
import { newUuid } from '../../src/kernel/uuid.ts'
import { lettersEvents } from '../../src/letters/letters.events.ts'
import { marketEvents } from '../../src/market/index.ts'

/** News that are mailed, for whoever looks at the mail. */

/** Of the buyer; `holder` is an owner of the company whose blocks these are. */
export type Reader = 'owner' | 'member' | 'holder'

/** What happened, the beginning of the subject by which it is told, and who is to read it. */
type Told = readonly [news: News, subject: string, readers: readonly Reader[]]

const owners: readonly Reader[] = ['owner']
export const both: readonly Reader[] = ['owner', 'member']

const time = '2026-12-01T00:00:00Z'

/** What cannot be made to happen at will in one world. */
export function happenings({ tenant, holder }: { tenant: string; holder: string }, n: number): Told[] {
  const block = `45.9.${n}.0/24`
  const money = { currency: 'USD', amount: '100.00' }
  const offer = { uuid: newUuid(), block, status: 'validity_active' } as const
  const reservation = {
    uuid: newUuid(),
    block,
    price: '90.00',
    currency: 'USD',
    contract_length: 1,
    negotiated: true,
    expires_at: time,
  }
  const subscription = {
    uuid: newUuid(),
    block,
    order_uuid: newUuid(),
    ...money,
    period_end: time,
    next_step: 'capture',
    next_step_at: time,
  } as const
  const letters = [{ uuid: newUuid(), lessee: tenant, holder, block, asn: 64_500, max_length: 24 }]
  const payout = { uuid: newUuid(), number: `PAY-${n}`, month: '2026-11', ...money }
  return [
    [
      identityEvents('app_key.created', tenant, { uuid: newUuid(), name: `${n}`, scopes: [] }),
      `New app key "${n}"`,
      owners,
    ],
    [commerceEvents('subscription.renewal_coming', tenant, subscription), `${block} renews on`, owners],
    [
      commerceEvents('subscription.payment_failed', tenant, { ...subscription, step: 'due', failure: 'declined' }),
      `Payment failed for ${block}`,
      owners,
    ],
    [
      lettersEvents('letters.released', null, { letters, by: null, reason: null }),
      `The LOA for ${block} `,
      [...both, 'holder'],
    ],
    [marketEvents('reservation.accepted', tenant, reservation), `Your offer for ${block} was accepted`, both],
    [
      marketEvents('reservation.countered', tenant, { ...reservation, counter_price: '95.00', list_price: '100.00' }),
      `Counter-offer for ${block}`,
      both,
    ],
    [invoicingEvents('payout.made', tenant, payout), `Payout PAY-${n}: USD 100.00`, owners],
    [invoicingEvents('payout.paid', tenant, payout), `Payout PAY-${n} sent`, owners],
    [marketEvents('offer.proof_failed', tenant, { ...offer, reason: 'No code.' }), `${block}: ownership not`, both],
    [
      marketEvents('offer.proof_doubted', tenant, { ...offer, reason: 'Another holder.', ends_at: time }),
      `${block}: is it still yours?`,
      both,
    ],
    [marketEvents('offer.proof_lost', tenant, { ...offer, reason: 'Lost.' }), `${block}: listing ended`, both],
    [marketEvents('offer.activated', tenant, offer), `${block} is on the market`, both],
    [marketEvents('offer.invalidated', tenant, { ...offer, reasons: ['Why.'] }), `${block} is off the market`, both],
  ]
}
