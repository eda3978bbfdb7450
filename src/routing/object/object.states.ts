import { machine } from '../../kernel/machine.ts'

/**
 * From what letters need to what is at the registry, and back. `sending` and `removing` are written before the request, so
 * that whoever comes after a kill looks first; `adopted` was not made by us and is never removed by us; `left` stays at
 * the registry and is no longer ours to look after.
 */
export const routingObjectStates = machine('routing_object', 'wanted', {
  wanted: { send: 'sending', adopt: 'adopted', refuse: 'refused', drop: 'gone', leave: 'left' },
  sending: { confirm: 'made', miss: 'wanted', refuse: 'refused', adopt: 'adopted', leave: 'left' },
  made: { see: 'seen', adopt: 'adopted', lose: 'refused', end: 'ending', leave: 'left' },
  seen: { adopt: 'adopted', lose: 'refused', end: 'ending', leave: 'left' },
  adopted: { lose: 'wanted', drop: 'gone', leave: 'left' },
  refused: { retry: 'wanted', adopt: 'adopted', drop: 'gone', leave: 'left' },
  ending: { want: 'made', remove: 'removing', drop: 'gone', leave: 'left' },
  removing: { want: 'wanted', confirm: 'gone', miss: 'ending', drop: 'gone', leave: 'left' },
  gone: {},
  left: {},
})

export type ObjectStatus = (typeof routingObjectStates.states)[number]
export type ObjectTrigger = ReturnType<typeof routingObjectStates.triggers>[number]

export const objectKinds = ['roa', 'route'] as const

export type ObjectKind = (typeof objectKinds)[number]

export const objectReasons = [
  'not_held',
  'would_invalidate',
  'no_bgp_data',
  'waits_for_roa',
  'still_announced',
  'registry_refused',
  'removed_elsewhere',
] as const

export type ObjectReason = (typeof objectReasons)[number]
