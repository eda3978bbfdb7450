/** What a holder's offers and leases came to, month by month: from what began and ended, added up. */

/** What began and what ended in a month; in '' all that did before the first. */
export interface MonthMoves {
  readonly month: string
  readonly listed: number
  readonly used: number
  readonly rate_minor: number
  readonly started: number
  readonly ended: number
}

export interface MonthTotals {
  readonly month: string
  /** At its end, or now. */
  readonly listed: number
  readonly used: number
  readonly rateMinor: number
  /** In the course of it. */
  readonly started: number
  readonly ended: number
}

export function addUpMonths(months: readonly string[], moves: readonly MonthMoves[]): MonthTotals[] {
  const byMonth = new Map(moves.map((one) => [one.month, one]))
  const before = byMonth.get('')
  let [listed, used, rateMinor] = [before?.listed ?? 0, before?.used ?? 0, before?.rate_minor ?? 0]
  return months.map((month) => {
    const moved = byMonth.get(month)
    listed += moved?.listed ?? 0
    used += moved?.used ?? 0
    rateMinor += moved?.rate_minor ?? 0
    return { month, listed, used, rateMinor, started: moved?.started ?? 0, ended: moved?.ended ?? 0 }
  })
}
