/** Why a block that is listed is not to be found: its status, or that it is hidden. */
export const offMarketReasons = [
  'validity_invalid',
  'auth_failed_verify',
  'auth_failed_verify_email_not_found',
  'auth_failed_verify_email_not_sent',
  'auth_pending',
  'validity_pending',
  'hidden',
] as const

export type OffMarket = (typeof offMarketReasons)[number]
