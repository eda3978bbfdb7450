import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { requireActive } from '../../identity/index.ts'
import { addLetters, keepLetters, requestLetters, type Letter } from '../../letters/index.ts'
import { keepHolds, reserve, reserveAtListPrice, type Kept, type Reserved, type Wish } from '../../market/index.ts'
import { keepLines, openCart } from './cart.actions.ts'
import { lockCurrentCart } from './cart.store.ts'
import { commerceProblem } from '../commerce.problems.ts'

/** A block is held and, once agreed to, a line of the cart; adding one keeps the others longer. */
export async function reserveForCart(ctx: Context, pricing: string, wish: Wish): Promise<Kept> {
  return intoCart(ctx, wish.tenant, () => reserve(ctx, pricing, wish))
}

/** The cart before the offer, which is the order in which a checkout locks them. */
async function intoCart(ctx: Context, tenant: string, hold: () => Promise<Reserved>): Promise<Kept> {
  const [isNew, reserved] = await Promise.all([openCart(ctx, tenant), hold()])
  await Promise.all([reserved.others > 0 && keepHolds(ctx, tenant), !isNew && keepLetters(ctx, tenant)])
  return reserved
}

interface BlockFields {
  readonly address?: string
  readonly cidr?: number
}

interface LetterFields {
  readonly asn?: number
  readonly company_name?: string
  readonly max_length?: number
  readonly info?: string | null
  readonly create_whois_inetnum?: boolean
  readonly whois_data_exposed?: boolean
  readonly subnets?: readonly string[]
}

type YesOrNo = 'yes' | 'no'

interface LetterItem {
  readonly product_fields: LetterFields
  readonly product_options?: {
    readonly selection?: { readonly roa?: YesOrNo; readonly radb?: YesOrNo; readonly route?: YesOrNo }
  }
}

interface NewItem extends LetterItem {
  readonly product_type: 'ipv4' | 'loa'
  readonly billing_cycle: number
  readonly product_fields: BlockFields & LetterFields
  readonly contract_length?: number
}

/** Decisions 8, Cart items. */
export async function addItem(ctx: Context, tenant: string, item: NewItem): Promise<void> {
  await (item.product_type === 'loa' ? addLetterItem(ctx, tenant, item) : addBlock(ctx, tenant, item))
}

async function addBlock(ctx: Context, tenant: string, item: NewItem): Promise<void> {
  const { billing_cycle, product_fields, contract_length: months = 1 } = item
  if (billing_cycle !== 1)
    throw commerceProblem('product_not_sold', {
      fields: { billing_cycle: ['must be 1: blocks are billed every month'] },
    })
  const { address, cidr } = given(product_fields, 'address', 'cidr')
  await intoCart(ctx, tenant, () => reserveAtListPrice(ctx, { tenant, address, length: cidr, months }))
}

async function addLetterItem(ctx: Context, tenant: string, item: NewItem): Promise<void> {
  if (item.billing_cycle !== 0)
    throw commerceProblem('product_not_sold', { fields: { billing_cycle: ['must be 0: a letter is bought once'] } })
  if ((item.contract_length ?? 1) !== 1)
    throw commerceProblem('product_not_sold', { fields: { contract_length: ['must be left out for letters'] } })
  await addLetters(ctx, tenant, await wishAlone(ctx, tenant, item))
  await keepLines(ctx, tenant)
}

/** Letters that cost nothing, without the rest of the cart. */
export async function requestFreeLetters(ctx: Context, tenant: string, item: LetterItem): Promise<Letter[]> {
  return requestLetters(ctx, tenant, await wishAlone(ctx, tenant, item))
}

/** With the cart locked, so that nobody else asks for the same meanwhile. */
async function wishAlone(ctx: Context, tenant: string, { product_fields, product_options }: LetterItem) {
  const { info, create_whois_inetnum = false, whois_data_exposed = false } = product_fields
  const required = given(product_fields, 'asn', 'company_name', 'max_length', 'subnets')
  const { roa = 'yes', radb = 'no', route = 'yes' } = product_options?.selection ?? {}
  await requireActive(ctx, tenant)
  await openCart(ctx, tenant)
  await lockCurrentCart(ctx, tenant)
  return {
    ...required,
    info: info || null,
    create_inetnum: create_whois_inetnum,
    whois_exposed: whois_data_exposed,
    roa: roa === 'yes',
    radb: radb === 'yes',
    route: route === 'yes',
  }
}

/** Which fields a product needs depends on the product. */
function given<Fields extends object, Name extends keyof Fields & string>(
  fields: Fields,
  ...names: readonly Name[]
): { readonly [Needed in Name]: NonNullable<Fields[Needed]> } {
  const missing = names.filter((name) => fields[name] === undefined)
  if (missing.length > 0)
    throw kernelProblem('invalid_fields', {
      fields: Object.fromEntries(missing.map((name) => [`product_fields.${name}`, ['is required']])),
    })
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as ReturnType<typeof given<Fields, Name>>
}
