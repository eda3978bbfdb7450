import pg from 'pg'

/** How values of the database are read. */

// Amounts and counters are bigint in the database and safe integers here; one that is not is a defect, said loudly.
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} is not a safe integer`)
  return value
}
pg.types.setTypeParser(pg.types.builtins.INT8, safeInteger)
const bigintArray = 1016 as typeof pg.types.builtins.INT8
pg.types.setTypeParser(bigintArray, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger)))

const byPattern = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date

const zero = 48

/**
 * `2026-11-15 14:02:35.123456+00`: in UTC and of this form nearly always, and there are a dozen in a row, so it is read by
 * its places. Whatever else a server may say is left to the driver.
 */
export function readTime(text: string): Date {
  const zoneAt = text.length - 3
  if (zoneAt < 19 || text.charCodeAt(4) !== 45 || text.charCodeAt(10) !== 32 || !text.endsWith('+00'))
    return byPattern(text)
  const two = (at: number): number => (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero
  const year = two(0) * 100 + two(2)
  let ms = 0
  for (let i = 0, weight = 100; i < 3 && 20 + i < zoneAt; i++, weight /= 10)
    ms += (text.charCodeAt(20 + i) - zero) * weight
  // The constructor would take the first hundred years for those of the last century.
  if (year < 100) return byPattern(text)
  return new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), ms))
}
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTime)
