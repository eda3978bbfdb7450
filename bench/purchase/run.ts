import { goals, kinds, measureCosts, type Costs, type Measured } from './costs.ts'
import { measureRatios, type Ratio } from './ratios.ts'

/**
 * What each request of a purchase costs; then full purchases per second, from the reservation to the completed order,
 * beside the SQL that they need at least. `--against FOLDER`: only these, and beside those of another tree of this project
 * as well, which is installed there. `--costs`: only what they cost.
 */

const json = process.argv.includes('--json')
const say = (line: string): void => (json ? undefined : console.error(line))

const width = 12

function showCosts({ steps, whole, written, said }: Measured): void {
  const row = (name: string, cells: readonly string[]) =>
    console.log(name.padEnd(width), ...cells.map((cell) => cell.padStart(width)))
  const figures = (costs: Partial<Costs>) => kinds.map((kind) => costs[kind]?.toFixed(1) ?? '')
  row('a purchase', kinds)
  for (const [step, costs] of steps) row(step, figures(costs))
  row('whole', figures(whole))
  row('at most', figures(goals))
  console.log('\nrows inserted and updated, by table')
  for (const [table, { inserted, updated }] of written)
    console.log(inserted.toFixed(1).padStart(6), updated.toFixed(1).padStart(6), table)
  if (!process.argv.includes('--statements')) return
  console.log('\nstatements')
  for (const [text, times] of said) console.log(times.toFixed(1).padStart(6), text)
}

function showRatios(ratios: readonly Ratio[]): void {
  const heads = ['purchases/s', 'beside', 'those/s', 'ratio', 'at least']
  console.log('\nclients', ...heads.map((head) => head.padStart(width)))
  for (const { clients, per_second, beside, limit, ratio, at_least } of ratios) {
    const cells = [String(per_second), beside, String(limit), ratio.toFixed(2), at_least?.toFixed(2) ?? '']
    console.log(String(clients).padStart(7), ...cells.map((cell) => cell.padStart(width)))
  }
}

const at = process.argv.indexOf('--against')
const against = at > 0 ? (process.argv[at + 1] ?? '') : null

const costs = against === null ? await measureCosts() : null
if (costs && !json) showCosts(costs)
const ratios = process.argv.includes('--costs') ? [] : await measureRatios(against, say)
if (json) {
  const each = costs && { costs: Object.fromEntries(costs.steps), whole: costs.whole, goals }
  console.log(JSON.stringify({ ...each, ratios }, null, 2))
} else showRatios(ratios)

const missed = kinds.filter((kind) => costs && costs.whole[kind] > (goals[kind] ?? Infinity))
if (missed.length > 0) console.error(`above what a purchase may cost: ${missed.join(', ')}`)
process.exitCode = missed.length === 0 && ratios.every(({ ratio, at_least }) => ratio >= (at_least ?? 0)) ? 0 : 1
