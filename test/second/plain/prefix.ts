/**
 * A prefix as its bits: '00001010' is 10.0.0.0/8. Slow and plain on purpose: one covers another when the other's bits
 * begin with its own, which shares no fault with the arithmetic of the product.
 */
export interface Bits {
  readonly family: 4 | 6
  readonly bits: string
}

export const widthOf = (family: 4 | 6): number => (family === 4 ? 32 : 128)

export const covers = (outer: Bits, inner: Bits): boolean =>
  outer.family === inner.family && inner.bits.startsWith(outer.bits)

export const isSame = (one: Bits, other: Bits): boolean => one.family === other.family && one.bits === other.bits

/** It, and every prefix inside it of a length up to `longest`, the larger ones first. */
export function partsOf(whole: Bits, longest: number): Bits[] {
  const parts = [whole]
  for (const { bits } of parts)
    if (bits.length < longest && bits.length < widthOf(whole.family))
      for (const bit of ['0', '1']) parts.push({ family: whole.family, bits: bits + bit })
  return parts
}

/** `45.8.0.0/16`; IPv6 with all eight groups. */
export function textOf({ family, bits }: Bits): string {
  const all = bits.padEnd(widthOf(family), '0')
  const size = family === 4 ? 8 : 16
  const groups: string[] = []
  for (let at = 0; at < all.length; at += size)
    groups.push(Number.parseInt(all.slice(at, at + size), 2).toString(family === 4 ? 10 : 16))
  return `${groups.join(family === 4 ? '.' : ':')}/${bits.length}`
}

/** The reverse of it, `::` included. */
export function bitsOf(text: string): Bits {
  const [address = '', length = ''] = text.split('/')
  const family = address.includes(':') ? 6 : 4
  const [size, base] = family === 4 ? [8, 10] : [16, 16]
  let bits = ''
  for (const group of groupsOf(address, family)) bits += Number.parseInt(group, base).toString(2).padStart(size, '0')
  return { family, bits: bits.slice(0, Number(length)) }
}

function groupsOf(address: string, family: 4 | 6): string[] {
  if (family === 4) return address.split('.')
  const [before = [], after] = address.split('::').map((side) => side.split(':').filter((group) => group !== ''))
  if (after === undefined) return before
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
