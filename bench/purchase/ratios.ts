import { median, play, ratioOf } from '../contest.ts'
import { openSellers } from './sellers.ts'
import { shopping } from './shopping.ts'

/** Full purchases per second, beside the SQL that they need at least and, if one is given, those of another tree, in turns. */

const crowd = 16

export interface Ratio {
  readonly clients: number
  readonly per_second: number
  readonly beside: string
  readonly limit: number
  readonly ratio: number
  readonly at_least: number | null
}

/**
 * What a purchase is held against: the bare SQL is a limit, the floor is what no tree can do without, another tree (an
 * older one) is to be left behind.
 */
const goals = [
  { beside: 'bare SQL', atLeast: 0.6 },
  { beside: 'floor', atLeast: null },
  { beside: 'elsewhere', atLeast: 2 },
] as const

/** `against`: the folder of another tree. */
export async function measureRatios(against: string | null, say: (line: string) => void): Promise<Ratio[]> {
  const sellers = await openSellers(crowd, against)
  try {
    const contestants = [1, crowd].flatMap((many) =>
      sellers.map(({ name, buyers }) => shopping(`${name}, ${many}`, buyers.slice(0, many), (buy) => buy())),
    )
    const results = await play(contestants, { rounds: 10, seconds: 2, warmUp: 2 }, say)
    return goals
      .filter(({ beside }) => sellers.some(({ name }) => name === beside))
      .flatMap(({ beside, atLeast }) =>
        [1, crowd].map((clients) => ({
          clients,
          per_second: Math.round(median(results.get(`purchase, ${clients}`) ?? [])),
          beside,
          limit: Math.round(median(results.get(`${beside}, ${clients}`) ?? [])),
          ratio: Math.round(ratioOf(results, `purchase, ${clients}`, `${beside}, ${clients}`) * 100) / 100,
          at_least: atLeast,
        })),
      )
  } finally {
    for (const seller of sellers.toReversed()) await seller.stop()
  }
}
