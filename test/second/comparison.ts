import { expect, test } from 'vitest'
import { Dice, wordsOf, worldOf, type World } from './world.ts'

/** How often each question is asked: 2,000,000 times is the whole check, this what each run of the suite can afford. */
const cases = Number(process.env['SECOND_CASES'] ?? 5_000)
export const isWhole = process.env['SECOND_CASES'] !== undefined
export const seed = Number(process.env['SECOND_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

/** One for each thing that can be asked about in a world: a route, a letter, a prefix. */
type Answers = (world: World) => readonly string[]

/** Asks the product and the second implementation the same; tells the smallest world of which they say different things. */
export function agree(question: string, product: Answers, plain: Answers): void {
  test(`${question}: two implementations agree`, { timeout: 24 * 3_600_000 }, async () => {
    const began = process.cpuUsage()
    const differences: string[] = []
    let asked = 0
    let worlds = 0
    for (; asked < cases && differences.length === 0; worlds++) {
      const world = worldOf(new Dice(Math.imul(seed + worlds, 0x9e3779b1)))
      const answers = plain(world)
      asked += answers.length
      if (differ(product(world), answers))
        differences.push(`SECOND_SEED=${seed}, world ${worlds}`, ...difference(world, product, plain))
      // The runner wants to hear now and then that we live.
      if (worlds % 1_000 === 999) await new Promise(setImmediate)
    }
    const { user, system } = process.cpuUsage(began)
    const seconds = ((user + system) / 1_000_000).toFixed(1)
    tell(`${question}: ${asked} asked in ${worlds} worlds, ${seconds} s, SECOND_SEED=${seed}`)
    expect(differences).toEqual([])
  })
}

/** The smallest world that shows it, in words, and what each says of it. */
function difference(world: World, product: Answers, plain: Answers): string[] {
  const least = smallest(world, (one) => differ(product(one), plain(one)))
  const [said, plainly] = [product(least), plain(least)]
  return [
    ...wordsOf(least),
    ...said.map((text) => `the product: ${text}`),
    ...plainly.map((text) => `plainly: ${text}`),
  ]
}

/** Whoever asks for the whole check wants its figures. */
export function tell(figures: string): void {
  // oxlint-disable-next-line no-console -- there is no other way to tell them
  if (isWhole) console.log(figures)
}

function differ(one: readonly string[], other: readonly string[]): boolean {
  return one.length !== other.length || one.some((text, i) => text !== other[i])
}

/** Takes away whatever can go while they still disagree. */
function smallest(world: World, fails: (world: World) => boolean): World {
  let least = world
  for (const list of ['payloads', 'routes', 'letters', 'strange'] as const)
    for (let at = least[list].length - 1; at >= 0; at--) {
      const smaller: World = { ...least, [list]: least[list].toSpliced(at, 1) }
      if (fails(smaller)) least = smaller
    }
  return least
}
