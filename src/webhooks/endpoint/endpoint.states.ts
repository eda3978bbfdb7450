import { machine } from '../../kernel/machine.ts'

/** Paused by the company, switched off by us; in both nothing is kept for it. */
export const webhookEndpointStates = machine('webhook_endpoint', 'active', {
  active: { pause: 'paused', switch_off: 'switched_off', remove: 'removed' },
  paused: { activate: 'active', remove: 'removed' },
  switched_off: { activate: 'active', remove: 'removed' },
  removed: {},
})

export const offReasons = ['unreachable', 'gone', 'backlog'] as const

export type OffReason = (typeof offReasons)[number]
