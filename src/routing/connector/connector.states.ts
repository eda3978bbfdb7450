import { machine } from '../../kernel/machine.ts'

/** On only after a test; paused by its holder; refused by the registry, which no longer takes the key. */
export const routingConnectorStates = machine('routing_connector', 'draft', {
  draft: { switch_on: 'on', remove: 'removed' },
  on: { pause: 'paused', refuse: 'refused', remove: 'removed' },
  paused: { resume: 'on', refuse: 'refused', remove: 'removed' },
  refused: { switch_on: 'on', remove: 'removed' },
  removed: {},
})

/** Why the last round at the registry failed. */
export const connectorFaults = [
  'key_refused',
  'forbidden',
  'unknown_account',
  'too_many_requests',
  'unavailable',
  'unreachable',
  'not_understood',
  'refused',
] as const

export type ConnectorFault = (typeof connectorFaults)[number]
