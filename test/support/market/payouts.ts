import { addUp, amountsOf, issueInvoices, type DocumentLine } from '../../../src/invoicing/index.ts'
import { confirmDetails, requestDetails } from '../../../src/invoicing/details/details.actions.ts'
import type { DetailsWish } from '../../../src/invoicing/details/details.rules.ts'
import { makePayouts } from '../../../src/invoicing/payout/payout.actions.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { mailTo } from '../server/mailbox.ts'
import { partyIn } from './invoicing.ts'
import type { World } from '../world.ts'

/** Earnings and payouts at chosen times, for tests that do not care how a lease came about. */

interface Earned {
  readonly holder: string
  readonly at: string
  /** In minor units; of which the marketplace keeps a twentieth. */
  readonly gross: number
  readonly lease?: string
  readonly name?: string
}

/** Invoices of a lessee, paid when they were issued. */
export async function earn(world: World, earned: readonly Earned[]): Promise<void> {
  const tenant = await world.tenant('Lessee of blocks')
  const { currency } = world.house.config
  await world.change((ctx) =>
    issueInvoices(
      ctx,
      earned.map((one) => {
        const lines = [lineOf(one)]
        return {
          tenant,
          order: newUuid(),
          document: {
            buyer: partyIn('US'),
            lines,
            ...amountsOf(addUp({ lines, discounts: [], taxes: [], credits: 0 }, currency)),
          },
          at: new Date(one.at),
          dueAt: new Date(one.at),
          paid: { credits: 0, payment: { uuid: newUuid(), amount: one.gross } },
        }
      }),
    ),
  )
}

const lineOf = ({ holder, gross, lease = newUuid(), name = '192.0.2.0/24' }: Earned): DocumentLine => ({
  type: gross < 0 ? 'refund' : 'lease',
  subject: lease,
  description: `Lease of ${name}`,
  amount: gross,
  taxed: true,
  from: null,
  to: null,
  earner: { tenant: holder, name, commission: gross / 20 },
  metadata: {},
})

/** As the job of that moment would. */
export const payOutAt = ({ ctx }: World, at: string): Promise<number> => makePayouts({ ...ctx, now: new Date(at) })

/** Where a holder is paid to, named and confirmed by the mail to an owner; in Germany, without a VAT number, unless said otherwise. */
export async function giveBankDetails(world: World, tenant: string, wish: Partial<DetailsWish> = {}): Promise<void> {
  const { email } = await world.person(tenant, 'owner')
  const usual = { account_holder: 'Holder GmbH', iban: 'DE89370400440532013000', bic: null, vat_number: null }
  const details = { ...usual, address: ['Weg 1', '10115 Berlin'], country_code: 'DE', ...wish }
  await world.change((ctx) => requestDetails(ctx, tenant, details))
  const [ticket = ''] = (await mailTo(world, email)).flatMap(({ body }) => /ticket=([\w-]+)/.exec(body)?.[1] ?? [])
  await world.change((ctx) => confirmDetails(ctx, tenant, ticket))
}
