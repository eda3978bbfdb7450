import { validityOf } from '../../../src/prefixes/health/validity.rules.ts'
import type { World } from '../world.ts'
import { announcementOf, networkOf } from './network.ts'

/** Of each route, with how many payloads allow it, and how many cover it. */
export function validities(world: World, network = networkOf(world)): string[] {
  return world.routes.map((route) => {
    const announcement = announcementOf(route)
    const known = network.vrpsCovering(announcement.prefix)
    if (known === null) return 'absent'
    const { validity, matched, unmatched } = validityOf(announcement, known.value)
    const data = known.stale ? 'stale' : 'fresh'
    return `${data} ${validity} ${matched.length} of ${matched.length + unmatched.length}`
  })
}
