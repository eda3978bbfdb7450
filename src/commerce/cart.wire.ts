import { MethodAnswer, methodAnswer, type DiscountLine, type TaxLine } from '../invoicing/index.ts'
import type { MoneyObject } from '../kernel/money.ts'
import { Answer, Int, Nullable, OneOf, Text, Type, Uuid, type Static } from '../kernel/schema.ts'
import { toIsoOffset } from '../kernel/time.ts'
import { AddressAnswer, addressAnswer, AddressId, addressProperties } from './address.wire.ts'
import type { CartView } from './cart.actions.ts'
import type { Item } from './cart.rules.ts'
import { cartStates } from './cart.states.ts'
import { IsoTime, MoneyAnswer, moneyAnswer } from './money.wire.ts'

const text = Nullable(Type.String())

const BreakdownAnswer = Answer({
  amount: MoneyAnswer,
  code: Type.String(),
  name: Type.String(),
  rate: Nullable(Type.Number({ description: 'Percent; nothing for a fixed amount.' })),
  calculator_type: OneOf(['percentage', 'fixed_amount']),
  notice: text,
})

export const ItemAnswer = Answer({
  uuid: Uuid,
  name: Type.String({ description: 'The block.', examples: ['192.0.2.0/24'] }),
  product_type: OneOf(['ipv4']),
  billing_cycle: Type.Integer({ description: 'Months: it is billed every month.' }),
  contract_length: Type.Integer({ description: 'Months it is committed to; 1 for none.' }),
  product_fields: Answer({ address: Type.String(), cidr: Type.Integer() }),
  price: MoneyAnswer,
  expires_at: Nullable(IsoTime),
})

export function itemAnswer(item: Item, currency: string): Static<typeof ItemAnswer> {
  return {
    uuid: item.uuid,
    name: item.name,
    product_type: 'ipv4',
    billing_cycle: 1,
    contract_length: item.contract_length,
    product_fields: { address: item.address, cidr: item.cidr },
    price: moneyAnswer(currency)(item.price),
    expires_at: toIsoOffset(item.until),
  }
}

export const CartAnswer = Answer({
  uuid: Uuid,
  status: OneOf(cartStates.states),
  total: MoneyAnswer,
  sub_total: MoneyAnswer,
  tax_total: MoneyAnswer,
  credits_total: MoneyAnswer,
  discount_total: MoneyAnswer,
  remaining_total: MoneyAnswer,
  credits_eligible_amount: MoneyAnswer,
  total_before_tax: MoneyAnswer,
  tax_breakdown: Type.Array(BreakdownAnswer),
  discount_breakdown: Type.Array(BreakdownAnswer),
  discount_code: text,
  expires_at: Nullable(IsoTime),
  items: Type.Array(ItemAnswer),
  address: Nullable(AddressAnswer),
  payment_method: Nullable(MethodAnswer),
})

export function cartAnswer({ cart, items, totals, expiresAt }: CartView, currency: string): Static<typeof CartAnswer> {
  const amount = moneyAnswer(currency)
  return {
    uuid: cart.uuid,
    status: cart.status,
    total: amount(totals.total),
    sub_total: amount(totals.subTotal),
    tax_total: amount(totals.tax),
    credits_total: amount(totals.credits),
    discount_total: amount(totals.discount),
    remaining_total: amount(totals.remaining),
    credits_eligible_amount: amount(Math.min(cart.available_minor, totals.total)),
    total_before_tax: amount(totals.beforeTax),
    tax_breakdown: totals.taxes.map((tax) => taxAnswer(tax, amount)),
    discount_breakdown: totals.discounts.map((discount) => discountAnswer(discount, amount)),
    discount_code: cart.discount?.code ?? null,
    expires_at: toIsoOffset(expiresAt),
    items: items.map((item) => itemAnswer(item, currency)),
    address: cart.address && addressAnswer(cart.address),
    payment_method: cart.method && methodAnswer(cart.method),
  }
}

type Amount = (minor: number) => MoneyObject
type Breakdown = Static<typeof BreakdownAnswer>

const taxAnswer = ({ amount, code, name, rate, notice }: TaxLine, show: Amount): Breakdown => ({
  amount: show(amount),
  code,
  name,
  rate: rate / 1_000,
  calculator_type: 'percentage',
  notice,
})

const discountAnswer = ({ amount, code, name, kind, value }: DiscountLine, show: Amount): Breakdown => ({
  amount: show(amount),
  code,
  name,
  rate: kind === 'percent' ? value / 100 : null,
  calculator_type: kind === 'percent' ? 'percentage' : 'fixed_amount',
  notice: null,
})

export const CartPath = Type.Object({ cart_uuid: Uuid })

export const CartAddressPath = Type.Object({ cart_uuid: Uuid, customerAddress_id: AddressId })

/** Fields left out stay as they are. */
export const CartAddressBody = Type.Object(addressProperties)

export const CreditsBody = Type.Object({
  amount: Type.Number({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'What to pay by credits; more than nothing.',
    examples: [25],
  }),
})

export const NewItemBody = Type.Object({
  product_type: OneOf(['ipv4', 'loa'], 'What is bought.'),
  billing_cycle: Int(0, 1, { description: '1: every month.' }),
  product_fields: Type.Object({
    address: Type.Optional(Text(15, { description: "The block's first address.", examples: ['192.0.2.0'] })),
    cidr: Type.Optional(Int(8, 24, { description: 'Its prefix length.' })),
  }),
  contract_length: Type.Optional(Int(1, 120, { description: '1 (monthly, unless said otherwise) or a commitment.' })),
})
