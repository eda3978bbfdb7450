import type { Known } from '../../network/index.ts'

/** How sentences about a block name the data they rest on. */

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

export const sourceOf = ({ source, takenAt }: Pick<Known<unknown>, 'source' | 'takenAt'>): string =>
  `${source}, ${dayOf(takenAt)}`

const mostNamed = 3

/** The first few, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ')
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown
}
