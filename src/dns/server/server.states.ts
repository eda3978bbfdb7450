import { machine } from '../../kernel/machine.ts'

/** Paused by its company: what is wanted waits. */
export const dnsServerStates = machine('dns_server', 'active', {
  active: { pause: 'paused', remove: 'removed' },
  paused: { activate: 'active', remove: 'removed' },
  removed: {},
})
