import { inTransaction, type Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { job } from '../../kernel/work/jobs.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { keepCardOnce } from './method.actions.ts'
import { findPayment, type PaymentMethod } from './payment.store.ts'
import { pagesOf, providerOf } from './provider.actions.ts'
import type { CardPage } from './provider.rules.ts'

/** Cards that people leave on the provider's own page: no card, and no script of anybody else, comes near the portal. */

/** Where the portal takes people back to, with the name of the page in the address. */
const returns = { methods: 'billing/methods', cart: 'cart' } as const

type ReturnTo = keyof typeof returns

export function openCardPage(ctx: Context, tenant: string, returnTo: ReturnTo): Promise<CardPage> {
  const back = `${ctx.house.config.publicUrl}/c/${tenant}/${returns[returnTo]}`
  return pagesOf(ctx).pages.card(ctx, tenant, { key: newUuid(), back })
}

/** Asked of the provider, whoever says that it is done: the address a browser comes back with proves nothing. */
export async function takeCardLeft(
  ctx: Context,
  tenant: string,
  session: string,
  keep: (tx: Context, method: PaymentMethod) => Promise<void> = async () => undefined,
): Promise<PaymentMethod> {
  const provider = ctx.house.config.paymentProvider === 'none' ? null : providerOf(ctx)
  // Where there are no pages, none has this name.
  if (!provider?.pages) throw kernelProblem('not_found')
  const card = await provider.pages.cardLeft(ctx, tenant, session)
  if (!card) throw invoicingProblem('card_page_open')
  return inTransaction(ctx, async (tx) => {
    const method = await keepCardOnce(tx, tenant, card, { provider: provider.name, makeDefault: false })
    await keep(tx, method)
    return method
  })
}

/** After the provider has told of it, for whoever closed the window. */
export const finishCardPage = job<{ tenant: string; session: string }>({
  name: 'finish_card_page',
  lane: 'money',
  run: async (ctx, { tenant, session }) => void (await takeCardLeft(ctx, tenant, session)),
})

/** The card of a payment that a person made on the provider's page. */
export const keepPaidCard = job<{ payment: string }>({
  name: 'keep_paid_card',
  lane: 'money',
  run: async (ctx, { payment: uuid }) => {
    const payment = await findPayment(ctx, uuid)
    if (!payment?.provider_reference || payment.provider === 'none') return
    const provider = providerOf(ctx, payment.provider)
    const card = await provider.pages?.cardOf(ctx, payment.provider_reference)
    if (!card) return
    const wish = { provider: provider.name, makeDefault: false }
    await inTransaction(ctx, (tx) => keepCardOnce(tx, payment.tenant_uuid, card, wish))
  },
})
