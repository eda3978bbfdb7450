import type { RoutingObject } from '../../../client/api.gen.ts'
import type { Tone } from '../badge.tsx'

/** ROAs and route objects at connected registries: where they are read, and how far each is in words. */

export const connectorsPath = '/routing/{tenantUUID}/connectors'
export const connectorPath = '/routing/{tenantUUID}/connectors/{connectorUUID}'
export const objectsPath = '/routing/{tenantUUID}/objects'

export const objectStates: Readonly<Record<RoutingObject['status'], readonly [label: string, tone: Tone]>> = {
  wanted: ['Waiting', 'info'],
  sending: ['Being sent', 'info'],
  made: ['Created', 'info'],
  seen: ['Live', 'good'],
  adopted: ['Already there', 'good'],
  refused: ['Needs attention', 'bad'],
  ending: ['To be removed', 'warn'],
  removing: ['Being removed', 'warn'],
  gone: ['Removed', 'plain'],
  left: ['Left to you', 'plain'],
}
