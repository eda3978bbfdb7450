/** A country's two letters in sixteen bits; 0 is none. */

export const countryNumber = (code: string | null): number =>
  code === null ? 0 : (code.charCodeAt(0) << 8) | code.charCodeAt(1)

export const countryCode = (number: number): string | null =>
  number === 0 ? null : String.fromCharCode(number >>> 8, number & 255)
