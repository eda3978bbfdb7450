import type { Invoice } from './invoice.store.ts'

/** What can be read from a document beyond what its row says. */

/** Of one that is cancelled or was paid back nothing is owed, whatever was paid of it. */
export const leftToPay = ({
  status,
  total_minor,
  paid_minor,
}: Pick<Invoice, 'status' | 'total_minor' | 'paid_minor'>): number =>
  status === 'unpaid' || status === 'draft' ? total_minor - paid_minor : 0

/** Thousandths of a percent as people say them. */
export const percentOfRate = (rate: number): number => rate / 1_000
