/** Which statements a connection prepares, and under which names: those of `query`, on first use. */

/** By their text. */
const names = new Map<string, string>()

/** Nothing for one that is planned each time. */
export const nameOf = (text: string): string | undefined => names.get(text)

export function prepareAs(name: string, text: string): void {
  names.set(text, name)
}
