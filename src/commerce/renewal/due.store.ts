import { query } from '../../kernel/db/query.ts'

/** When something of commerce falls due next. */

export const nextRenewalStep = () => query<Date | null>`select min(next_step_at) from renewal_step`

export const nextOrderExpiry = () => query<Date | null>`
  select min(expires_at) from sales_order where status = 'pending_payment' and kind = 'purchase'`
