import { numberIn, readNumber } from '../../numbers.ts'
import { addressesIn } from './words.ts'

/** A price while it is being edited: as typed, for the block and for each address, which follow each other. */

export interface PriceDraft {
  readonly uuid: string | null
  readonly cidr: number
  /** For the whole block and month, as typed. */
  readonly value: string
  /** For one address and month, as typed. */
  readonly perIp: string
  readonly negotiable: boolean
  readonly periods: readonly number[]
}

interface Priced {
  readonly uuid: string
  readonly subnet_size: number
  readonly price: number
  readonly wants_to_negotiate: boolean
  readonly selected_commitment_periods: readonly number[]
}

/** Without the zeros that only fill up. */
const brief = (value: number, decimals: number): string =>
  value
    .toFixed(decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

const perAddress = (value: number, length: number): string => brief(value / addressesIn(length), 6)

export const draftOf = ({ uuid, subnet_size, price, ...rest }: Priced): PriceDraft => ({
  uuid,
  cidr: subnet_size,
  value: price.toFixed(2),
  perIp: perAddress(price, subnet_size),
  negotiable: rest.wants_to_negotiate,
  periods: rest.selected_commitment_periods,
})

export const newDraft = (cidr: number, value = ''): PriceDraft => ({
  uuid: null,
  cidr,
  value,
  perIp: value === '' ? '' : perAddress(numberIn(value), cidr),
  negotiable: false,
  periods: [],
})

const isAmount = (text: string): boolean => readNumber(text) !== null

export const withValue = (draft: PriceDraft, value: string): PriceDraft => ({
  ...draft,
  value,
  perIp: isAmount(value) ? perAddress(numberIn(value), draft.cidr) : '',
})

/** A price is for the block, in cents: the one of an address is rounded to it. */
export const withPerIp = (draft: PriceDraft, perIp: string): PriceDraft => ({
  ...draft,
  perIp,
  value: isAmount(perIp) ? (numberIn(perIp) * addressesIn(draft.cidr)).toFixed(2) : '',
})

export const withPeriod = (draft: PriceDraft, months: number, on: boolean): PriceDraft => ({
  ...draft,
  periods: on ? [...draft.periods, months].sort((a, b) => a - b) : draft.periods.filter((one) => one !== months),
})

/** The terms of one size, and its price for each address, for every size. */
export const appliedToAll = (drafts: readonly PriceDraft[], model: PriceDraft): PriceDraft[] =>
  drafts.map((draft) =>
    draft.cidr === model.cidr
      ? draft
      : {
          ...(isAmount(model.value) ? withValue(draft, scaled(model, draft.cidr)) : draft),
          negotiable: model.negotiable,
          periods: model.periods,
        },
  )

/** By the price of the block, which is exact: that of an address is rounded. */
const scaled = ({ value, cidr }: PriceDraft, length: number): string =>
  (numberIn(value) * 2 ** (cidr - length)).toFixed(2)

interface Shares {
  readonly price: number
  readonly commission: number
  readonly net: number
}

/** Rounded as the marketplace does: the commission to the cent, the rest is the holder's. */
export function sharesOf(value: string, commissionPercent: number): Shares | null {
  if (!isAmount(value) || numberIn(value) <= 0) return null
  const cents = Math.round(numberIn(value) * 100)
  const commission = Math.round((cents * Math.round(commissionPercent * 100)) / 10_000)
  return { price: cents / 100, commission: commission / 100, net: (cents - commission) / 100 }
}

export const bodyOf = ({ uuid, cidr, value, negotiable, periods }: PriceDraft) => ({
  ...(uuid !== null && { uuid }),
  cidr,
  value: numberIn(value),
  wants_to_negotiate: negotiable,
  selected_commitment_periods: [...periods],
})

export interface Change {
  readonly what: string
  readonly from: string | null
  readonly to: string | null
}

const termsOf = ({ negotiable, periods }: Pick<PriceDraft, 'negotiable' | 'periods'>): string =>
  [
    negotiable ? 'negotiable' : 'fixed price',
    periods.length > 0 ? `commitments of ${periods.join(', ')} months` : 'monthly only',
  ].join(', ')

const amountOf = (value: string): string => (isAmount(value) ? numberIn(value).toFixed(2) : 'no price')

/** What saving would change, in the words of the page. */
export function changesOf(before: readonly PriceDraft[], after: readonly PriceDraft[]): Change[] {
  const withdrawn = before.filter(({ cidr }) => !after.some((one) => one.cidr === cidr))
  return [
    ...after.flatMap((draft) =>
      changesOfOne(
        before.find(({ cidr }) => cidr === draft.cidr),
        draft,
      ),
    ),
    ...withdrawn.map(({ cidr, value }) => ({ what: `/${cidr}`, from: amountOf(value), to: null })),
  ]
}

function changesOfOne(before: PriceDraft | undefined, after: PriceDraft): Change[] {
  const what = `/${after.cidr}`
  if (!before) return [{ what, from: null, to: `${amountOf(after.value)}, ${termsOf(after)}` }]
  return [
    ...(amountOf(before.value) === amountOf(after.value)
      ? []
      : [{ what, from: amountOf(before.value), to: amountOf(after.value) }]),
    ...(termsOf(before) === termsOf(after)
      ? []
      : [{ what: `${what} terms`, from: termsOf(before), to: termsOf(after) }]),
  ]
}
