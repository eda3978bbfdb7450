import { camt } from '../market/bank.ts'
import type { Installation } from './installation.ts'
import type { Person } from './person.ts'
import type { Surroundings } from './surroundings.ts'

/** The ways to pay an order, each with what happens outside: on Stripe's page, at the card's bank, at one's own. */

export interface Bought {
  readonly installation: Installation
  readonly around: Surroundings
  readonly lessee: Person
  readonly operator: Person
  readonly cart: string
}

interface Order {
  readonly uuid: string
  readonly status: string
  readonly payment: { readonly status: string; readonly action_url: string | null } | null
}

/** The order that the cart has become. */
async function order({ lessee, cart }: Bought): Promise<Order> {
  return (await lessee.does('checkout', { cart })).data.order
}

export async function onStripesPage(bought: Bought): Promise<void> {
  await payOnPage(bought, (await order(bought)).uuid, 'pm_card_first')
}

/** The person types a card; Stripe tells us; nothing that a browser says is believed. */
async function payOnPage({ installation, around, lessee }: Bought, order: string, card: string): Promise<void> {
  const { data } = await lessee.does('payment-page', { order })
  const page = [...around.stripe.sessions.values()].find(({ url }) => url === data.order.payment.action_url)
  if (!page) throw new Error(`this is no page of Stripe's: ${JSON.stringify(data)}`)
  around.stripe.complete(page.id, card)
  await around.tell(installation.url, installation.setting('SUBLET_STRIPE_WEBHOOK_SECRET'), page)
}

async function leaveCard({ around, lessee, cart }: Bought, card: string): Promise<void> {
  const { session } = (await lessee.does('card-page')).data
  around.stripe.complete(session, card)
  const { uuid: method } = (await lessee.does('take-card', { session })).data
  await lessee.does('choose-method', { cart, method })
}

export async function byCardWithSecondStep(bought: Bought): Promise<void> {
  await leaveCard(bought, 'pm_card_twoSteps')
  const { uuid, payment } = await order(bought)
  if (payment?.status !== 'needs_action') throw new Error(`no second step: ${JSON.stringify(payment)}`)
  const intent = [...bought.around.stripe.intents.values()].find(({ status }) => status === 'requires_action')
  if (!intent) throw new Error('the bank was not asked')
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, next_action: null })
  await bought.lessee.does('ask-how-it-went', { order: uuid })
}

export async function declinedAndRetried(bought: Bought): Promise<void> {
  await leaveCard(bought, 'pm_card_chargeDeclined')
  const { status, text } = await bought.lessee.tries('checkout', { cart: bought.cart })
  if (status !== 422 || !text.includes('payment_declined')) throw new Error(`not declined: ${status} ${text}`)
  await leaveCard(bought, 'pm_card_second')
  await order(bought)
}

async function transferred(bought: Bought): Promise<{ order: string; reference: string; amount: string }> {
  const { lessee, cart } = bought
  const { uuid: method } = (await lessee.does('by-transfer')).data
  await lessee.does('choose-method', { cart, method })
  const { uuid } = await order(bought)
  const { reference, amount, accounts, qr_code } = (await lessee.does('how-to-transfer', { order: uuid })).data
  if (accounts.length !== 1 || !qr_code.text.includes(reference)) throw new Error('nobody knows where to send it')
  return { order: uuid, reference, amount: amount.amount }
}

export async function byTransfer(bought: Bought): Promise<void> {
  const { order: uuid, amount } = await transferred(bought)
  await bought.operator.does('note-transfer', { order: uuid, line: 'BANK-2026-0001', amount })
}

export async function byStatement(bought: Bought): Promise<void> {
  const { reference, amount } = await transferred(bought)
  const file = camt([
    { id: 'LINE-1', amount, reference },
    { id: 'LINE-2', amount: '12.34', words: 'somebody else' },
  ])
  const { data } = await bought.operator.does('import-statement', { file })
  if (data.booked.length !== 1 || data.left.length !== 1) throw new Error(`booked otherwise: ${JSON.stringify(data)}`)
}
