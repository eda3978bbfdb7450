import { noticedEvents, tellOwners } from '../identity/index.ts'
import type { Wiring } from '../kernel/events.ts'

/** Who hears of what. */
export const wiring: Wiring = Object.fromEntries(noticedEvents.map((type) => [type, [tellOwners]]))
