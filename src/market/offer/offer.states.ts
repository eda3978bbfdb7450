import { machine } from '../../kernel/machine.ts'

/** The first proof of a space ends the other listings of it: whoever else has listed it has not proven it. */
const proofFailed = {
  retry: 'auth_pending',
  proven_elsewhere: 'auth_failed_verify',
  cancel_idle: 'object_terminated',
} as const

export const offerStates = machine('offer', 'auth_pending', {
  auth_pending: {
    contact_missing: 'auth_failed_verify_email_not_found',
    mail_failed: 'auth_failed_verify_email_not_sent',
    proof_failed: 'auth_failed_verify',
    proven_elsewhere: 'auth_failed_verify',
    proof_accepted: 'validity_pending',
    cancel_idle: 'object_terminated',
  },
  auth_failed_verify: proofFailed,
  auth_failed_verify_email_not_found: proofFailed,
  auth_failed_verify_email_not_sent: proofFailed,
  validity_pending: {
    checks_passed: 'validity_active',
    check_failed: 'validity_invalid',
    cancel_idle: 'object_terminated',
  },
  validity_active: {
    check_failed: 'validity_invalid',
    cancel_idle: 'object_terminated',
    cancel_leased: 'validity_terminated',
  },
  validity_invalid: {
    checks_passed: 'validity_active',
    cancel_idle: 'object_terminated',
    cancel_leased: 'validity_terminated',
  },
  validity_terminated: { last_lease_ended: 'object_terminated' },
  object_terminated: {},
})

export type OfferStatus = (typeof offerStates.states)[number]
export type OfferTrigger = Parameters<typeof offerStates.can>[1]

/** Listed, and not shown to be its holder's: it keeps nobody off. */
export const isUnproven = (status: OfferStatus): boolean => status.startsWith('auth_')

/** Cancelled: what is let runs out, nothing else changes any more. */
export const hasEnded = (status: OfferStatus): boolean =>
  status === 'validity_terminated' || status === 'object_terminated'
