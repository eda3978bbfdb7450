import { machine } from '../../kernel/machine.ts'

/** Pending until released; live until it is revoked or its lease ends. */
export const letterStates = machine('letter', 'pending', {
  pending: { release: 'active', revoke: 'revoked', expire: 'expired' },
  active: { revoke: 'revoked', expire: 'expired' },
  revoked: {},
  expired: {},
})

export type LetterStatus = (typeof letterStates.states)[number]

const liveStatuses = new Set<LetterStatus>(['pending', 'active'])

export const isLive = ({ status }: { readonly status: LetterStatus }): boolean => liveStatuses.has(status)
