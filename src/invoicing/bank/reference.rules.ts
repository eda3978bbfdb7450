import { bare, checkDigits, checksOut } from './iban.rules.ts'

/**
 * Creditor references of ISO 11649: one for each order, made of its uuid, so that the order is found by it without a table
 * of references (ADR 86).
 */

/** Sixteen characters are 82 bits: a uuid's 48 of time, the 12 of its counter and 22 random ones. */
const length = 16
const hidden = 40n

/** A uuid without its version and variant is 122 bits. */
function bitsOf(uuid: string): bigint {
  const [time, counter, random] = [uuid.slice(0, 13), uuid.slice(15, 18), uuid.slice(19)]
  const low = BigInt(`0x${random.replace('-', '')}`) & ((1n << 62n) - 1n)
  return (BigInt(`0x${time.replace('-', '')}${counter}`) << 62n) | low
}

function uuidOf(bits: bigint): string {
  const high = (bits >> 62n).toString(16).padStart(15, '0')
  const low = ((bits & ((1n << 62n) - 1n)) | (1n << 63n)).toString(16).padStart(16, '0')
  return `${high.slice(0, 8)}-${high.slice(8, 12)}-7${high.slice(12)}-${low.slice(0, 4)}-${low.slice(4)}`
}

/** `RF` and five groups of four in all. */
export function referenceFor(uuid: string): string {
  const body = (bitsOf(uuid) >> hidden).toString(36).toUpperCase().padStart(length, '0')
  return `RF${checkDigits('RF', body)}${body}`
}

/** The uuids that have this reference, the first and the last; nothing for a reference that is not of this kind. */
export function uuidsWith(reference: string): { readonly first: string; readonly last: string } | null {
  if (reference.length !== length + 4) return null
  let value = 0n
  for (const character of reference.slice(4)) value = value * 36n + BigInt(Number.parseInt(character, 36))
  if (value >> 82n !== 0n) return null
  const bits = value << hidden
  return { first: uuidOf(bits), last: uuidOf(bits | ((1n << hidden) - 1n)) }
}

/** The references that a text names, as people and banks write them: with blanks, in small letters, amid other words. */
export function referencesIn(text: string): string[] {
  const found = [...text.matchAll(/RF\d{2}/gi)].flatMap(({ index }) => {
    const rest = bare(text.slice(index).replaceAll(/[-.]/g, ' '))
    const whole = rest.slice(0, length + 4)
    return checksOut(whole) && whole.length === length + 4 ? [whole] : []
  })
  return [...new Set(found)]
}
