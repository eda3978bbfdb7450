import { money, toNumber } from '../../kernel/money.ts'
import {
  judgePricings,
  type FieldErrors,
  type PricedSize,
  type SplitLimits,
  type WantedPricing,
} from '../pricing/pricing.rules.ts'

/** How a holder's wish changes the prices of an offer (decisions 5, Update). */

/** With a uuid what is absent stays as it is; without one it is a new price. */
export interface PricingWish {
  readonly uuid: string | null
  readonly length: number | undefined
  readonly value: number | undefined
  readonly negotiable: boolean | undefined
  readonly periods: readonly number[] | undefined
}

export interface KnownPricing extends PricedSize {
  readonly uuid: string
}

interface PricingPlan {
  readonly changed: readonly KnownPricing[]
  /** Of the changed, those that go over to another size. */
  readonly resized: readonly string[]
  readonly added: readonly PricedSize[]
  readonly withdrawn: readonly string[]
}

/** The wish replaces the set: what it does not name is withdrawn. */
export function planPricings(
  wishes: readonly PricingWish[],
  known: readonly KnownPricing[],
  limits: SplitLimits,
  currency: string,
): { readonly plan: PricingPlan } | { readonly errors: FieldErrors } {
  const { wanted, errors: unclear } = complete(wishes, known, currency)
  if (Object.keys(unclear).length > 0) return { errors: unclear }
  const { sizes, errors } = judgePricings(wanted, limits, currency)
  if (Object.keys(errors).length > 0) return { errors }
  const named = sizes.map((size, i) => ({ ...size, uuid: wishes[i]?.uuid ?? null }))
  const before = new Map(known.map((pricing) => [pricing.uuid, pricing]))
  const changed = named.filter((size): size is KnownPricing => {
    const old = size.uuid === null ? undefined : before.get(size.uuid)
    return old !== undefined && !isSame(old, size)
  })
  return {
    plan: {
      changed,
      resized: changed.filter(({ uuid, length }) => before.get(uuid)?.length !== length).map(({ uuid }) => uuid),
      added: named.flatMap(({ uuid, ...size }) => (uuid === null ? [size] : [])),
      withdrawn: known.map(({ uuid }) => uuid).filter((uuid) => !named.some((size) => size.uuid === uuid)),
    },
  }
}

export const changesNothing = ({ changed, added, withdrawn }: PricingPlan): boolean =>
  changed.length + added.length + withdrawn.length === 0

function isSame(a: PricedSize, b: PricedSize): boolean {
  const key = ({ length, priceMinor, negotiable, periods }: PricedSize) =>
    [length, priceMinor, negotiable, ...periods].join(' ')
  return key(a) === key(b)
}

/** Each wish with what it leaves open taken from the price it names. */
function complete(wishes: readonly PricingWish[], known: readonly KnownPricing[], currency: string) {
  const errors: FieldErrors = {}
  const wanted = wishes.map(({ uuid, length, value, negotiable, periods }, i): WantedPricing => {
    const old = known.find((pricing) => pricing.uuid === uuid)
    const fault = uuid === null ? null : uuidFault(uuid, wishes.slice(0, i), old)
    if (fault !== null) errors[`pricings.${i}.uuid`] = [fault]
    if (uuid === null && length === undefined) errors[`pricings.${i}.cidr`] = ['is required for a new price']
    if (uuid === null && value === undefined) errors[`pricings.${i}.value`] = ['is required for a new price']
    return {
      length: length ?? old?.length ?? 0,
      value: value ?? (old ? toNumber(money(old.priceMinor, currency)) : 0),
      negotiable: negotiable ?? old?.negotiable ?? false,
      periods: periods ?? old?.periods ?? [],
    }
  })
  return { wanted, errors }
}

function uuidFault(uuid: string, earlier: readonly PricingWish[], old: KnownPricing | undefined): string | null {
  if (!old) return 'is not a price of this market service, or was withdrawn'
  return earlier.some((wish) => wish.uuid === uuid) ? 'is named twice' : null
}

/** Prices that stay must fit the limits, too; the fault is the limit's, since it is what was sent. */
export function strandedErrors(known: readonly PricedSize[], { minimumSplit, maximumSplit }: SplitLimits): FieldErrors {
  const list = (stranded: readonly PricedSize[]) => stranded.map(({ length }) => `/${length}`).join(', ')
  const sentence = (stranded: readonly PricedSize[]) => [
    `leaves out ${list(stranded)}, which has a price; send "pricings" without it in the same request`,
  ]
  const [larger, smaller] = [
    known.filter(({ length }) => length < minimumSplit),
    known.filter(({ length }) => length > maximumSplit),
  ]
  return {
    ...(larger.length > 0 ? { minimum_split: sentence(larger) } : {}),
    ...(smaller.length > 0 ? { maximum_split: sentence(smaller) } : {}),
  }
}
