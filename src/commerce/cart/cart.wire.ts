import { MethodAnswer, methodAnswer } from '../../invoicing/index.ts'
import {
  Answer,
  Body,
  Int,
  IsoTime,
  MoneyAnswer,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import { AddressAnswer, addressAnswer, AddressId, addressProperties } from '../address/address.wire.ts'
import { BreakdownAnswer, breakdowns } from '../breakdown.wire.ts'
import type { CartView } from './cart.actions.ts'
import type { Item, SoldBlock, SoldLetters } from './cart.rules.ts'
import { cartStates } from './cart.states.ts'
import { moneyAnswer } from '../money.wire.ts'

const text = Nullable(Type.String())

const yesOrNo = (yes: boolean) => (yes ? 'yes' : 'no')
const YesOrNo = OneOf(['yes', 'no'])

/** What was chosen of a product: which block, or which letters. */
export const ProductFields = Type.Union([
  named('BlockFields', { address: Type.String(), cidr: Type.Integer() }, 'Of a block.'),
  named(
    'LetterFields',
    {
      asn: Type.Integer(),
      company_name: Type.String(),
      max_length: Type.Integer(),
      info: text,
      create_whois_inetnum: Type.Boolean(),
      whois_data_exposed: Type.Boolean(),
      subnets: Type.Array(Type.String()),
    },
    'Of letters.',
  ),
])

export const ProductOptions = Nullable(
  named(
    'LetterOptions',
    { selection: Answer({ roa: YesOrNo, radb: YesOrNo, route: YesOrNo }) },
    'What is to be registered for letters; nothing for blocks.',
  ),
)

export const blockFields = ({ address, cidr }: SoldBlock) => ({ address, cidr })
export const letterFields = ({ roa: _roa, radb: _radb, route: _route, subnets, ...fields }: SoldLetters) => ({
  ...fields,
  subnets: [...subnets],
})
export const letterOptions = ({ roa, radb, route }: SoldLetters) => ({
  selection: { roa: yesOrNo(roa), radb: yesOrNo(radb), route: yesOrNo(route) } as const,
})

export const ItemAnswer = named('CartItem', {
  uuid: Uuid,
  name: Type.String({ description: 'The block, or what the letters are for.', examples: ['192.0.2.0/24'] }),
  product_type: OneOf(['ipv4', 'loa']),
  billing_cycle: Type.Integer({ description: 'Months: 1 for what is billed every month, 0 for what is bought once.' }),
  contract_length: Nullable(Type.Integer({ description: 'Months a block is committed to; 1 for none.' })),
  product_fields: ProductFields,
  product_options: ProductOptions,
  price: MoneyAnswer,
  commitment_discount: Nullable(
    named(
      'CommitmentSaving',
      {
        percent: Type.Number(),
        list_price: MoneyAnswer,
        saved: MoneyAnswer,
      },
      'What the commitment takes off: the price of a month without it, and what is saved in all of its months.',
    ),
  ),
  skipped_checks: Type.Array(Type.String({ examples: ['bgp'] }), {
    description: 'Of a block: checks of its offer that were skipped for want of data.',
  }),
  expires_at: Nullable(IsoTime),
})

export function itemAnswer(item: Item, currency: string): Static<typeof ItemAnswer> {
  return {
    uuid: item.uuid,
    name: item.name,
    ...productAnswer(item),
    price: moneyAnswer(currency)(item.price),
    commitment_discount: savingAnswer(item, currency),
    skipped_checks: item.product === 'ipv4' ? [...(item.sold.skipped_checks ?? [])] : [],
    expires_at: toIsoOffset(item.until),
  }
}

function savingAnswer(item: Item, currency: string) {
  const discount = item.product === 'ipv4' ? item.sold.discount : undefined
  if (item.product !== 'ipv4' || !discount) return null
  const { percent, undiscounted_minor: list } = discount
  const amount = moneyAnswer(currency)
  return { percent, list_price: amount(list), saved: amount((list - item.price) * item.sold.contract_length) }
}

function productAnswer(item: Item) {
  const { product: product_type } = item
  if (item.product === 'loa')
    return {
      product_type,
      billing_cycle: 0,
      contract_length: null,
      product_fields: letterFields(item.sold),
      product_options: letterOptions(item.sold),
    }
  return {
    product_type,
    billing_cycle: 1,
    contract_length: item.sold.contract_length,
    product_fields: blockFields(item.sold),
    product_options: null,
  }
}

export const CartAnswer = named('Cart', {
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
    ...breakdowns(totals, amount),
    discount_code: cart.discount?.code ?? null,
    expires_at: toIsoOffset(expiresAt),
    items: items.map((item) => itemAnswer(item, currency)),
    address: cart.address && addressAnswer(cart.address),
    payment_method: cart.method && methodAnswer(cart.method),
  }
}

export const CartPath = Type.Object({ cart_uuid: Uuid })

export const CartAddressPath = Type.Object({ cart_uuid: Uuid, customerAddress_id: AddressId })

/** Fields left out stay as they are. */
export const CartAddressBody = Body('CartAddressChange', addressProperties)

export const CreditsBody = Body('CreditsToUse', {
  amount: Type.Number({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'What to pay by credits; more than nothing.',
    examples: [25],
  }),
})

const letterWish = {
  asn: Type.Optional(Int(1, 4_294_967_295, { description: 'Who is to announce.' })),
  company_name: Type.Optional(
    Text(255, {
      description:
        'Whom the letter names: your company as it is called here, or another, which the holder of the block then has to confirm.',
    }),
  ),
  max_length: Type.Optional(Int(1, 32, { description: 'The longest prefix that may be announced, 24 at most.' })),
  info: Type.Optional(
    Nullable(
      Text(1_000, {
        minLength: 0,
        description: 'A note for the holder of the block; it does not stand on the letter.',
      }),
    ),
  ),
  create_whois_inetnum: Type.Optional(Type.Boolean({ description: 'A record of its own at the registry, please.' })),
  whois_data_exposed: Type.Optional(Type.Boolean({ description: 'The company may be named there.' })),
  subnets: Type.Optional(
    Type.Array(Text(18, { examples: ['192.0.2.0/24'] }), {
      minItems: 1,
      maxItems: 500,
      description: 'Blocks you lease, or parts of them; a letter each.',
    }),
  ),
}

const letterChoice = {
  product_options: Type.Optional(
    Type.Object({
      selection: Type.Optional(
        Body('NewLetterSelection', {
          roa: Type.Optional(OneOf(['yes', 'no'], 'A ROA; yes unless said otherwise.')),
          radb: Type.Optional(OneOf(['yes', 'no'], 'A route object at RADB; no unless said otherwise.')),
          route: Type.Optional(
            OneOf(['yes', 'no'], "A route object at the registry's IRR; yes unless said otherwise."),
          ),
        }),
      ),
    }),
  ),
}

export const NewItemBody = Body('NewCartItem', {
  product_type: OneOf(['ipv4', 'loa'], 'What is bought.'),
  billing_cycle: Int(0, 1, { description: '1: every month, for blocks; 0: once, for letters.' }),
  product_fields: Type.Object({
    address: Type.Optional(Text(15, { description: "The block's first address.", examples: ['192.0.2.0'] })),
    cidr: Type.Optional(Int(8, 24, { description: 'Its prefix length.' })),
    ...letterWish,
  }),
  ...letterChoice,
  contract_length: Type.Optional(Int(1, 120, { description: '1 (monthly, unless said otherwise) or a commitment.' })),
})

export const LetterRequestBody = Body('LetterRequest', { product_fields: Type.Object(letterWish), ...letterChoice })
