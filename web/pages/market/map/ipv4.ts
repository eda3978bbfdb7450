/** Addresses as the map counts them: in /24s, of which there are 2^24. */

export interface Block {
  /** The first /24 of it. */
  readonly n: number
  readonly length: number
}

const dotted = (n: number): string => `${n >>> 16}.${(n >>> 8) & 255}.${n & 255}.0`

export const notation = ({ n, length }: Block): string => `${dotted(n)}/${length}`

/** How many /24s. */
export const sizeOf = (length: number): number => 2 ** (24 - length)

export const blockAround = (n: number, length: number): Block => ({ n: n - (n % sizeOf(length)), length })

export const holds = (outer: Block, inner: Block): boolean =>
  outer.length <= inner.length && blockAround(inner.n, outer.length).n === outer.n

/** The number of the /24 an address lies in; undefined for what is no address. */
export function numberOf(address: string): number | undefined {
  const parts = address.split('.').map(Number)
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return undefined
  const [a = 0, b = 0, c = 0] = parts
  return (a << 16) | (b << 8) | c
}

/** `45.8.4.0/24`; undefined for what is no block of a /24 or more. */
export function blockOf(text: string): Block | undefined {
  const [address = '', tail = ''] = text.split('/')
  const [n, length] = [numberOf(address), Number(tail)]
  if (n === undefined || !/^\d{1,2}$/.test(tail) || length > 24) return undefined
  return blockAround(n, length)
}

/** As few words as tell a square of a grid: `45`, `45.128/10`, `45.8/16`. */
export function shortly({ n, length }: Block): string {
  if (length === 8) return String(n >>> 16)
  const octets = dotted(n)
    .split('.')
    .slice(0, Math.ceil(length / 8))
  return `${octets.join('.')}/${length}`
}
