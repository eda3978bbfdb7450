import { median, play, ratioOf, type Contestant } from '../contest.ts'

/**
 * Passes over the same work, side by side: what each costs, in units for a second of processor time. All this is work
 * without waiting, so that a clock on the wall would only tell what else the machine has to do.
 */

const rounds = 9

/** One pass and how many units it did; sums keep the engine from dropping work whose result nobody wants. */
export type Pass = () => number | Promise<number>

export interface Finding {
  readonly name: string
  readonly figure: string
  /** Null: said for its own sake. */
  readonly limit: string | null
  readonly holds: boolean
}

export const said = (name: string, figure: string): Finding => ({ name, figure, limit: null, holds: true })

/** Units of one pass for a second of all the threads of this process. */
export async function rateOf(pass: Pass): Promise<number> {
  const begun = process.cpuUsage()
  const units = await pass()
  const { user, system } = process.cpuUsage(begun)
  return (units * 1_000_000) / (user + system)
}

const contestant = (name: string, pass: Pass): Contestant => ({ name, measure: () => rateOf(pass) })

interface Rates {
  readonly ours: number
  readonly bare: number
  /** Ours for one of theirs. */
  readonly ratio: number
}

/** By turns, so that a machine that is busy for a while is busy for both; the ratio is the median over the rounds. */
export async function sideBySide(ours: Pass, bare: Pass): Promise<Rates> {
  const results = await play(
    [contestant('ours', ours), contestant('bare', bare)],
    { rounds, seconds: 0, warmUp: 0 },
    () => undefined,
  )
  const rate = (name: string): number => median(results.get(name) ?? [])
  return { ours: rate('ours'), bare: rate('bare'), ratio: ratioOf(results, 'ours', 'bare') }
}

export const thousands = (number: number): string => Math.round(number).toLocaleString('en')

/** Not slower than that share of the bare rate. */
export const atLeast = (name: string, unit: string, { ours, bare, ratio }: Rates, limit: number): Finding => ({
  name,
  figure: `${thousands(ours)} ${unit}/s, bare ${thousands(bare)}: ${ratio.toFixed(2)}`,
  limit: `at least ${limit.toFixed(2)}`,
  holds: ratio >= limit,
})

/** Not dearer than that many times the bare cost. */
export const atMost = (name: string, unit: string, { ours, bare, ratio }: Rates, limit: number): Finding => ({
  name,
  figure: `${thousands(ours)} ${unit}/s, bare ${thousands(bare)}: ${(1 / ratio).toFixed(2)} ×`,
  limit: `at most ${limit.toFixed(0)} ×`,
  holds: 1 / ratio <= limit,
})
