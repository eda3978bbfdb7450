import { numberIn, readNumber } from '../../numbers.ts'

/** A price while it is negotiated: for the whole block and for each address, a month. Either is typed, the other follows. */
export interface PricePair {
  readonly monthly: string
  readonly perAddress: string
  /** What the API is sent: for an address, with at most twelve decimals. Nothing while it is no price. */
  readonly sent: string | null
}

const noPrice = { sent: null } as const

/** Without the zeros behind it; cents at least. */
export function brief(price: string): string {
  const [whole = '0', decimals = ''] = price.split('.')
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}

export function fromMonthly(typed: string, addresses: number): PricePair {
  const value = numberIn(typed)
  if (!(value > 0)) return { monthly: typed, perAddress: '', ...noPrice }
  const each = value / addresses
  return { monthly: typed, perAddress: brief(each.toFixed(6)), sent: each.toFixed(12) }
}

export function fromPerAddress(typed: string, addresses: number): PricePair {
  const read = readNumber(typed)
  const isPrice = read !== null && Number(read) > 0 && /^\d{1,6}(?:\.\d{1,12})?$/.test(read)
  if (!isPrice) return { monthly: '', perAddress: typed, ...noPrice }
  return { monthly: (Number(read) * addresses).toFixed(2), perAddress: typed, sent: read }
}
