/** What a holder may write down about a prefix (decisions 7, Holder metadata). */

export const metadataLimits = { keys: 64, keyLength: 64, valueBytes: 4_096, prefixes: 1_000 } as const

const goodKey = /^[A-Za-z0-9_-]{1,64}$/

const shown = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}...` : text)

/** A sentence for each key that is none. */
export const keyFaults = (keys: readonly string[]): string[] =>
  keys
    .filter((key) => !goodKey.test(key))
    .map((key) => `"${shown(key)}" is no key: 1 to 64 of the letters A-Z and a-z, digits, "-" and "_"`)

const encoder = new TextEncoder()

/** A sentence for each entry that cannot be kept. */
export function entryFaults(entries: Readonly<Record<string, string>>): string[] {
  const tooLong = Object.entries(entries).filter(
    ([, value]) => encoder.encode(value).length > metadataLimits.valueBytes,
  )
  return [
    ...keyFaults(Object.keys(entries)),
    ...tooLong.map(([key]) => `the value of "${shown(key)}" has more than ${metadataLimits.valueBytes} bytes`),
  ]
}
