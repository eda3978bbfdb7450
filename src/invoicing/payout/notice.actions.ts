import { mailOwners, type Notice } from '../../identity/index.ts'
import type { Listener, News } from '../../kernel/work/events.ts'

/** What holders hear of their payouts by mail. */

const notices: Record<string, (data: News['data']) => Notice> = {
  'payout.made': ({ number, month, amount, currency }) => ({
    subject: `Payout ${String(number)}: ${String(amount)} ${String(currency)}`,
    text: `What your leases earned up to the end of ${String(month)} comes to ${String(amount)} ${String(currency)} after commission. It is on its way to you as payout ${String(number)}; its statement is among your payouts.\n`,
  }),
  'payout.paid': ({ number, amount, currency }) => ({
    subject: `Payout ${String(number)} sent`,
    text: `Payout ${String(number)} over ${String(amount)} ${String(currency)} has been sent.\n`,
  }),
}

export const payoutEvents: readonly string[] = Object.keys(notices)

export const tellPaidHolders: Listener = {
  name: 'invoicing.tell_paid_holders',
  hear: async (ctx, { type, tenant, data }) => {
    const notice = notices[type]?.(data)
    if (notice && tenant !== null) await mailOwners(ctx, tenant, notice)
  },
}
