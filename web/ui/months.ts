/** Calendar months as the API writes them: `2026-11`, UTC. */

const words = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Unix seconds. */
const monthStart = (month: string): number => Date.parse(`${month}-01T00:00:00Z`) / 1_000

export const monthWord = (month: string): string => words.format(new Date(monthStart(month) * 1_000))

/** For axes, where cents would crowd. */
export function shortMoney(currency: string): (value: number) => string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return (value) => format.format(value)
}
