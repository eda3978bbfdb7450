import { machine } from '../../kernel/machine.ts'

/** Decisions 3, Status: pending may browse and pay, but neither lease nor list; an operator activates. */
export const tenantStates = machine('tenant', 'pending', {
  pending: { activate: 'active', suspend: 'suspended', close: 'closed' },
  active: { suspend: 'suspended', close: 'closed' },
  suspended: { restore: 'active', close: 'closed' },
  closed: {},
})

export type TenantStatus = (typeof tenantStates.states)[number]
/** Those suspended or closed change nothing, and have no tokens. */
export const mayAct = (status: TenantStatus): boolean => status === 'pending' || status === 'active'

export type TenantTrigger = Parameters<typeof tenantStates.can>[1]
