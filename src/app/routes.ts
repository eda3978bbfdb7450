import { alertsRoutes } from '../alerts/index.ts'
import { commerceRoutes } from '../commerce/index.ts'
import { dnsRoutes } from '../dns/index.ts'
import { identityRoutes } from '../identity/index.ts'
import { invoicingRoutes } from '../invoicing/index.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { lettersRoutes } from '../letters/index.ts'
import { marketRoutes } from '../market/index.ts'
import { networkRoutes } from '../network/index.ts'
import { prefixesRoutes } from '../prefixes/index.ts'
import { routingRoutes } from '../routing/index.ts'
import { webhooksRoutes } from '../webhooks/index.ts'
import { auditRoutes } from './audit.routes.ts'
import { clockRoutes } from './clock.routes.ts'
import { doctorRoutes } from './doctor.routes.ts'
import { frontRoutes } from './front.routes.ts'
import { overviewRoutes } from './overview.routes.ts'
import { statusRoutes } from './status.routes.ts'

/** Every endpoint there is. */
export const routes: readonly Endpoint[] = [
  ...identityRoutes,
  ...invoicingRoutes,
  ...networkRoutes,
  ...marketRoutes,
  ...lettersRoutes,
  ...prefixesRoutes,
  ...routingRoutes,
  ...dnsRoutes,
  ...commerceRoutes,
  ...alertsRoutes,
  ...webhooksRoutes,
  ...clockRoutes,
  ...auditRoutes,
  ...doctorRoutes,
  ...overviewRoutes,
  ...statusRoutes,
  ...frontRoutes,
]
