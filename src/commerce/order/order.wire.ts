import {
  Body,
  DataOf,
  IsoTime,
  ListOf,
  MoneyAnswer,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { referenceFor } from '../../invoicing/index.ts'
import { column, type Columns } from '../../kernel/csv.ts'
import { pageQuery } from '../../kernel/db/paging.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import { soldIn } from '../cart/cart.rules.ts'
import { blockFields, letterFields, letterOptions, ProductFields, ProductOptions } from '../cart/cart.wire.ts'
import { moneyAnswer } from '../money.wire.ts'
import { orderNumber } from './number.rules.ts'
import { orderStates } from './order.states.ts'
import type { OrderRow, WaitingOrderRow } from './list.store.ts'
import type { OrderLine } from './order.store.ts'
import type { OrderView } from '../checkout/purchase.actions.ts'

/** The specification's order, and what a buyer needs beside it. */
export const OrderAnswer = named('Order', {
  uuid: Uuid,
  number: Type.String({ description: 'What people call it.', examples: ['261117-K7QM2X'] }),
  status: OneOf(orderStates.states),
  kind: OneOf(['purchase', 'renewal', 'early_exit']),
  name: Nullable(Type.String({ description: 'What its first line is for.', examples: ['192.0.2.0/24'] })),
  items_count: Type.Integer(),
  placed_at: IsoTime,
  expires_at: Nullable(IsoTime),
  completed_at: Nullable(IsoTime),
  cart_uuid: Nullable(Uuid),
  subscription_uuid: Nullable(Uuid),
  sub_total: MoneyAnswer,
  discount_total: MoneyAnswer,
  tax_total: MoneyAnswer,
  credits_total: MoneyAnswer,
  total: MoneyAnswer,
  remaining_total: MoneyAnswer,
  payment_reference: Nullable(
    Type.String({
      description: 'The creditor reference (ISO 11649) to pay it with by a bank; null once it does not wait any more.',
      examples: ['RF330A1B2C3D4E5F6G7H'],
    }),
  ),
  removed_items: Type.Array(
    named('DroppedLine', {
      uuid: Uuid,
      name: Type.String({ examples: ['Letter for AS64500: 192.0.2.0/24'] }),
      reason: OneOf(['lease_ended']),
    }),
    { description: 'Lines of the cart, or parts of them, that could not be ordered any more and were taken out.' },
  ),
  payment: Nullable(
    named(
      'OrderPayment',
      {
        status: Type.String(),
        action_url: Nullable(Type.String({ description: 'Where the buyer takes the second step, or pays.' })),
        hosted_page: Type.Boolean({ description: "It is made on a page of the provider's, with any card." }),
      },
      'The last try to take money for it.',
    ),
  ),
})

export function orderAnswer({ order, payment }: OrderView, currency: string): Static<typeof OrderAnswer> {
  const amount = moneyAnswer(currency)
  return {
    uuid: order.uuid,
    number: orderNumber(order),
    status: order.status,
    kind: order.kind,
    name: nameOf(order.lines[0]),
    items_count: order.lines.length,
    placed_at: toIsoOffset(order.placed_at),
    expires_at: toIsoOffset(order.expires_at),
    completed_at: toIsoOffset(order.completed_at),
    cart_uuid: order.cart_uuid,
    subscription_uuid: order.subscription_uuid,
    sub_total: amount(order.sub_total_minor),
    discount_total: amount(order.discount_minor),
    tax_total: amount(order.tax_minor),
    credits_total: amount(order.credits_minor),
    total: amount(order.total_minor),
    remaining_total: amount(leftToPay(order)),
    payment_reference: referenceOf(order),
    removed_items: [...order.removed_items],
    payment: payment && {
      status: payment.status,
      action_url: payment.action_url,
      hosted_page: payment.method_uuid === null && payment.provider !== 'none',
    },
  }
}

export const OperatorOrderAnswer = named('OperatorOrder', {
  ...OrderAnswer.properties,
  tenant_uuid: Uuid,
  company: Type.String({ description: 'Its title.' }),
})

export const operatorOrderAnswer = (
  view: OrderView & { readonly company: string },
  currency: string,
): Static<typeof OperatorOrderAnswer> => ({
  ...orderAnswer(view, currency),
  tenant_uuid: view.order.tenant_uuid,
  company: view.company,
})

/** As a line of a table, in the words of the list. */
export const orderCsv: Columns<OrderRow> = {
  uuid: column.text(({ uuid }) => uuid),
  number: column.text(orderNumber),
  status: column.text(({ status }) => status),
  kind: column.text(({ kind }) => kind),
  name: column.text(({ name }) => name),
  items_count: column.whole(({ items }) => items),
  placed_at: column.time(({ placed_at }) => placed_at),
  expires_at: column.time(({ expires_at }) => expires_at),
  completed_at: column.time(({ completed_at }) => completed_at),
  subscription_uuid: column.text(({ subscription_uuid }) => subscription_uuid),
  sub_total: column.amount(({ sub_total_minor }) => sub_total_minor),
  discount_total: column.amount(({ discount_minor }) => discount_minor),
  tax_total: column.amount(({ tax_minor }) => tax_minor),
  credits_total: column.amount(({ credits_minor }) => credits_minor),
  total: column.amount(({ total_minor }) => total_minor),
  remaining_total: column.amount(leftToPay),
  currency: column.currency,
  payment_reference: column.text(referenceOf),
}

export const operatorOrderCsv: Columns<WaitingOrderRow> = {
  ...orderCsv,
  tenant_uuid: column.text(({ tenant_uuid }) => tenant_uuid),
  company: column.text(({ company }) => company),
}

/** The block, or what the line says. */
const nameOf = (line: OrderLine | undefined): string | null => line?.earner?.name ?? line?.description ?? null

type Course = Pick<OrderRow, 'uuid' | 'status' | 'total_minor' | 'credits_minor'>

function referenceOf({ status, uuid }: Course): string | null {
  return status === 'pending_payment' ? referenceFor(uuid) : null
}

/** Nothing of what has been paid, or will not be. */
function leftToPay({ status, total_minor, credits_minor }: Course): number {
  return status === 'draft' || status === 'pending_payment' ? total_minor - credits_minor : 0
}

export const OrderLineAnswer = named('OrderLine', {
  type: Type.String(),
  description: Type.String(),
  service_uuid: Nullable(Uuid),
  reservation_uuid: Nullable(Uuid),
  contract_length: Nullable(Type.Integer({ description: 'Months it is committed to; 1 for none.' })),
  product_fields: Nullable(ProductFields),
  product_options: ProductOptions,
  period_start: Nullable(IsoTime),
  period_end: Nullable(IsoTime),
  total: MoneyAnswer,
})

export function orderLineAnswer(line: OrderLine, currency: string): Static<typeof OrderLineAnswer> {
  const { ipv4, loa } = soldIn(line)
  const time = (text: string | null) => toIsoOffset(text === null ? null : new Date(text))
  return {
    type: line.type,
    description: line.description,
    service_uuid: line.subject,
    reservation_uuid: line.reservation,
    contract_length: ipv4?.contract_length ?? null,
    product_fields: loa ? letterFields(loa) : ipv4 ? blockFields(ipv4) : null,
    product_options: loa ? letterOptions(loa) : null,
    period_start: time(line.from),
    period_end: time(line.to),
    total: moneyAnswer(currency)(line.amount),
  }
}

export const CheckoutAnswer = DataOf(named('Checkout', { order: OrderAnswer }))

export const OrderPath = Type.Object({ order_uuid: Uuid })
export const ordersPerPage = 10
export const orderSorts = ['placed_at'] as const

export const OrderQuery = pageQuery({
  perPage: ordersPerPage,
  sortable: orderSorts,
  filters: {
    status: Type.Optional(ListOf(OneOf(orderStates.states), orderStates.states.length)),
    search: Type.Optional(
      Text(40, {
        description: 'How the UUID begins (six digits or more), or part of the number of an invoice of the order.',
      }),
    ),
  },
})

export const operatorOrdersPerPage = 25

/** There is an index of those that wait, and of no others; so these are what can be asked for. */
export const OperatorOrderQuery = pageQuery({
  perPage: operatorOrdersPerPage,
  sortable: [],
  filters: { status: Type.Optional(OneOf(['pending_payment'])) },
})

/** A calendar day. */
const Day = Text(10, { pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-11-17'] })

/** One that the calendar has. */
export function readDay(text: string, field: string): string {
  const time = Date.parse(`${text}T00:00:00Z`)
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text
  throw kernelProblem('invalid_fields', { fields: { [field]: ['must be a day of the calendar'] } })
}

export const OperatorPaymentBody = Body('ReceivedPayment', {
  reference: Type.Optional(Text(255, { description: 'What the bank calls it; the same one is never recorded twice.' })),
  amount: Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          'What came. Unset: all that is left to pay. Less leaves the order part-paid; more becomes credits.',
      }),
    ),
  ),
  currency: Type.Optional(Nullable(Text(3, { minLength: 3, pattern: '^[A-Z]{3}$', examples: ['EUR'] }))),
  received_on: Type.Optional(Nullable(Day)),
  payer: Type.Optional(Nullable(Text(140, { description: 'Who sent it, as the bank says.' }))),
})
