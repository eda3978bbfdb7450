import type { Endpoint } from '../kernel/endpoint.ts'
import { analyticsRoutes } from './prefix/analytics.routes.ts'
import { geofeedRoutes } from './geofeed/geofeed.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { metadataRoutes } from './metadata/metadata.routes.ts'
import { prefixRoutes } from './prefix/prefix.routes.ts'

/** The door of the prefixes slice. */

export const prefixesRoutes: readonly Endpoint[] = [
  ...prefixRoutes,
  ...healthRoutes,
  ...metadataRoutes,
  ...analyticsRoutes,
  ...geofeedRoutes,
]

export {
  lookAgainAfterImport,
  lookAgainAtBlock,
  lookAgainAtLetters,
  lookAtBlock,
  lookAtBlocks,
  noticeOldData,
  tellOfHealth,
  walkPrefixes,
} from './health/health.jobs.ts'
export { countTrouble, wrong as whatIsWrong } from './health/trouble.store.ts'
export { leasesByStanding, leaseStands, standingOf } from './health/leased.store.ts'
export { standings, type Standing } from './health/verdict.rules.ts'
export { routingWords } from './health/news.actions.ts'
export { prefixesEvents } from './prefixes.events.ts'
export { prefixDataDialect } from './refusal.wire.ts'
