import autocannon from 'autocannon'

/**
 * Side by side: every round takes each contestant in turn, so that a machine that is busy for a while is busy for all of
 * them, and a ratio is the median over the rounds. Absolute figures are of this machine and this minute.
 */

export interface Contestant {
  readonly name: string
  /** Completed per second. */
  measure(duration: number): Promise<number>
}

interface Request {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Requests without a pause, over that many connections. */
export function load(name: string, request: Request, connections = 32): Contestant {
  return {
    name,
    measure: async (duration) => {
      const result = await autocannon({ ...request, connections, duration })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} broken`)
      return result['2xx'] / result.duration
    },
  }
}

export type Results = ReadonlyMap<string, readonly number[]>

export interface Length {
  readonly rounds: number
  readonly seconds: number
  readonly warmUp: number
}

export async function play(
  all: readonly Contestant[],
  { rounds, seconds, warmUp }: Length,
  say: (line: string) => void,
): Promise<Results> {
  for (const contestant of all) await contestant.measure(warmUp)
  const results = new Map<string, number[]>(all.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round++) {
    for (const contestant of all) results.get(contestant.name)?.push(await contestant.measure(seconds))
    say(`round ${round} of ${rounds}`)
  }
  return results
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** How many of `of` there were for one of `against`. */
export const ratioOf = (results: Results, of: string, against: string): number =>
  median((results.get(of) ?? []).map((value, round) => value / (results.get(against)?.[round] ?? Number.NaN)))

export async function tokenFor(url: string, clientId: string, clientSecret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}
