/**
 * Whole minor units with their currency (decisions 1, Money). No arithmetic here touches a fraction: what could leave
 * the safe integers on the way goes through bigint, and a result beyond them is refused.
 */
export type Money = { readonly currency: string; readonly minor: number }

type MoneyFault = 'currency_unknown' | 'not_an_amount' | 'too_many_decimals' | 'amount_out_of_range'

export class MoneyError extends RangeError {
  override readonly name = 'MoneyError'
  readonly reason: MoneyFault

  constructor(reason: MoneyFault, message: string) {
    super(message)
    this.reason = reason
  }
}

const knownCurrencies = new Set(Intl.supportedValuesOf('currency'))
const decimalsOf = new Map<string, number>()
const ipPriceDecimals = 6
/** Whoever divides a price by the addresses gets more: 84.9 / 256 is 0.331640625. */
const ipPriceDecimalsRead = 12

/** A double tells all decimals of this many digits apart, and no more. */
const exactDigits = 15

export function decimals(currency: string): number {
  const cached = decimalsOf.get(currency)
  if (cached !== undefined) return cached
  if (!knownCurrencies.has(currency)) throw new MoneyError('currency_unknown', `${currency} is not a currency`)
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  decimalsOf.set(currency, digits)
  return digits
}

export function money(minor: number | bigint, currency: string): Money {
  decimals(currency)
  const whole = Number(minor)
  if (!Number.isSafeInteger(whole)) throw new MoneyError('amount_out_of_range', `${minor} is not a safe whole number`)
  // Adding zero makes -0 plain: the two compare unequal in tests and in Object.is.
  return { currency, minor: whole + 0 }
}

/** `-?digits[.digits]`, with at most the currency's decimals; no sign for plus, no leading zeros, no exponent. */
export const fromDecimal = (text: string, currency: string): Money => money(scaled(text, decimals(currency)), currency)

/** For JSON numbers. Its shortest text is what the sender wrote, as long as a double can hold it. */
export function fromNumber(value: number, currency: string): Money {
  if (!Number.isFinite(value)) throw new MoneyError('not_an_amount', `${value} is not an amount`)
  const amount = fromDecimal(String(value), currency)
  requireExactAsNumber(amount)
  return amount
}

export const multiply = (amount: Money, times: number): Money => multiplyByRatio(amount, times, 1)

/** Rounded half up in size, so that what goes back mirrors what came: 0.5 becomes 1, and -0.5 becomes -1. */
export function multiplyByRatio(
  { minor, currency }: Money,
  numerator: number | bigint,
  denominator: number | bigint,
): Money {
  return money(roundedRatio(BigInt(minor) * whole(numerator), whole(denominator)), currency)
}

/** 500 basis points are 5 %. */
export const percentage = (amount: Money, basisPoints: number): Money => multiplyByRatio(amount, basisPoints, 10_000)

/** `ip_price × ip_count` for one month, rounded once (decisions 1, Prices). */
export function pricePerBlock(ipPrice: string, ipCount: number | bigint, currency: string): Money {
  const perAddress = scaled(ipPrice, ipPriceDecimalsRead)
  const inMinor = perAddress * whole(ipCount) * 10n ** BigInt(decimals(currency))
  if (inMinor < 0n) throw new MoneyError('amount_out_of_range', 'a price is not negative')
  return money(roundedRatio(inMinor, 10n ** BigInt(ipPriceDecimalsRead)), currency)
}

/** What `pricePerBlock` is the way back from, to the last of six decimals: `"0.390625"`. */
export function pricePerAddress({ minor, currency }: Money, ipCount: number | bigint): string {
  const perAddress = roundedRatio(
    BigInt(minor) * 10n ** BigInt(ipPriceDecimals),
    whole(ipCount) * 10n ** BigInt(decimals(currency)),
  )
  return decimalText(perAddress, ipPriceDecimals)
}

/** `"115.00"`, with all of the currency's decimals. */
export const toAmountString = ({ minor, currency }: Money): string => decimalText(BigInt(minor), decimals(currency))

/** For JSON numbers. Refused where a double would no longer show the last cent. */
export function toNumber(amount: Money): number {
  requireExactAsNumber(amount)
  return Number(toAmountString(amount))
}

export type MoneyObject = { currency: string; amount: string; amount_minor: number }

export const toMoneyObject = (amount: Money): MoneyObject => ({
  currency: amount.currency,
  amount: toAmountString(amount),
  amount_minor: amount.minor,
})

function scaled(text: string, places: number): bigint {
  const [, minus, units = '', fraction = ''] = /^(-?)(0|[1-9]\d{0,15})(?:\.(\d+))?$/.exec(text) ?? []
  if (units === '') throw new MoneyError('not_an_amount', `${JSON.stringify(text.slice(0, 40))} is not an amount`)
  if (fraction.length > places) throw new MoneyError('too_many_decimals', `at most ${places} decimals are allowed`)
  const size = BigInt(units + fraction.padEnd(places, '0'))
  return minus === '-' ? -size : size
}

/** The way back from `scaled`. */
function decimalText(value: bigint, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0')
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`
  return `${value < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${fraction}`
}

function roundedRatio(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('a denominator is positive')
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (size * 2n + denominator) / (denominator * 2n)
  return numerator < 0n ? -rounded : rounded
}

function whole(value: number | bigint): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
  return BigInt(value)
}

function requireExactAsNumber({ minor }: Money): void {
  if (Math.abs(minor) >= 10 ** exactDigits) {
    throw new MoneyError('amount_out_of_range', `${minor} has more than ${exactDigits} digits`)
  }
}
