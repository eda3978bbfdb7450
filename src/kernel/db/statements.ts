/** Which statements a connection prepares, and under which names. */

/** By their text. */
const names = new Map<string, string>()

/** The name of a statement that is prepared on first use; nothing for one that is planned each time. */
export function nameOf(text: string): string | undefined {
  return names.get(text) ?? nameOfWrite(text)
}

export function prepareAs(name: string, text: string): void {
  names.set(text, name)
}

/** Prepares a statement once per connection from now on. Only for texts that do not vary, or there is no end to them. */
function keepPrepared(text: string): void {
  if (!names.has(text)) names.set(text, `kept_${names.size}`)
}

/**
 * Writes have one plan whatever their values, so those that come again are prepared, too. Reads that vary are not: their
 * best plan depends on what is asked.
 */
function nameOfWrite(text: string): string | undefined {
  if (seenOnce.delete(text)) keepPrepared(text)
  else if (names.size + seenOnce.size < mostTexts && write.test(text)) seenOnce.add(text)
  return names.get(text)
}

const seenOnce = new Set<string>()
const mostTexts = 1_000
const write = /^\s*(insert|update|delete)\b|\bfor update$/i
