import { noticedEvents, tellOwners } from '../identity/index.ts'
import type { Listener, Wiring } from '../kernel/events.ts'
import { negotiationEvents, tellNegotiators } from '../market/index.ts'

/** Who hears of what. */
export const wiring: Wiring = {
  ...heardBy(noticedEvents, tellOwners),
  ...heardBy(negotiationEvents, tellNegotiators),
}

function heardBy(types: readonly string[], listener: Listener): Wiring {
  return Object.fromEntries(types.map((type) => [type, [listener]]))
}
