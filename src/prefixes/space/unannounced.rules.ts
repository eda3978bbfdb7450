import { difference, type Prefix } from '../../kernel/ip/index.ts'
import type { NetworkQuestions } from '../../network/index.ts'

/** The largest blocks of a company's space that nobody announces. */

export type RoutesOf = Pick<NetworkQuestions, 'announcementsOf' | 'announcementsInside' | 'announcementsAround'>

/** In address order. A route for something larger announces all of it; no data says nothing. */
export function unannouncedIn(block: Prefix, facts: RoutesOf): Prefix[] {
  const inside = facts.announcementsInside(block)
  if (inside === null) return []
  if ((facts.announcementsOf(block)?.value.length ?? 0) > 0) return []
  if ((facts.announcementsAround(block)?.value.length ?? 0) > 0) return []
  return difference(
    [block],
    inside.value.map(({ prefix }) => prefix),
  )
}
