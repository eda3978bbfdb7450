import { generateKeyPairSync, sign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { freePort, residentMb, startNode, startSublet, stopNode, untilAnswered, type RunningSublet } from './sublet.ts'

/**
 * Ratios, measured side by side: every round takes each contestant in turn, so that a machine that is busy for a while is
 * busy for all of them; a ratio is the median over the rounds. Absolute figures are of this machine and this minute.
 */

const rounds = 6
const seconds = 1.5
const connections = 32

interface Contestant {
  readonly name: string
  /** Completed per second. */
  measure(duration: number): Promise<number>
}

interface Goal {
  readonly name: string
  readonly of: string
  readonly against: string
  readonly atLeast: number | null
}

const goals: readonly Goal[] = [
  { name: 'one-row read, authenticated', of: 'read', against: 'http + pg', atLeast: 0.7 },
  { name: '25-row list, authenticated', of: 'list', against: 'http + pg', atLeast: null },
  { name: 'token issue', of: 'token', against: 'ES256, one thread', atLeast: 0.5 },
  { name: 'http + pg (the limit)', of: 'http + pg', against: 'raw http', atLeast: null },
]

function load(
  name: string,
  request: { url: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
): Contestant {
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

/** One thread signing without a break: what a token costs at least. */
function bareSigning(): Contestant {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const input = Buffer.alloc(400, 'x')
  return {
    name: 'ES256, one thread',
    measure: async (duration) => {
      const end = performance.now() + duration * 1_000
      let count = 0
      for (; performance.now() < end; count++) sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' })
      return count / duration
    },
  }
}

async function tokenOf({ url, demo }: RunningSublet): Promise<{ token: string; form: string }> {
  const form = `grant_type=client_credentials&client_id=${demo.client_id}&client_secret=${demo.client_secret}`
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  return { form, token: ((await answer.json()) as { access_token: string }).access_token }
}

/** The demo company's audit log, filled so that a page of 25 is full. */
async function fillList({ url, demo }: RunningSublet, headers: Record<string, string>): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await fetch(`${url}/billing/v1/${demo.tenant}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Brightwave Hosting ${i}` }),
    })
  }
}

async function contestants(sublet: RunningSublet, rawPort: number, pgPort: number): Promise<Contestant[]> {
  const { token, form } = await tokenOf(sublet)
  const headers = { authorization: `Bearer ${token}` }
  await fillList(sublet, headers)
  const company = `${sublet.url}/billing/v1/${sublet.demo.tenant}`
  return [
    load('raw http', { url: `http://127.0.0.1:${rawPort}/` }),
    load('http + pg', { url: `http://127.0.0.1:${pgPort}/` }),
    load('read', { url: company, headers }),
    load('list', { url: `${company}/audit-log`, headers }),
    load('token', {
      url: `${sublet.url}/oauth2/token`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    }),
    bareSigning(),
  ]
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function play(all: readonly Contestant[], say: (line: string) => void): Promise<Map<string, number[]>> {
  for (const contestant of all) await contestant.measure(2)
  const results = new Map<string, number[]>(all.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round++) {
    for (const contestant of all) results.get(contestant.name)?.push(await contestant.measure(seconds))
    say(`round ${round} of ${rounds}`)
  }
  return results
}

function judge(results: ReadonlyMap<string, readonly number[]>) {
  return goals.map(({ name, of, against, atLeast }) => {
    const mine = results.get(of) ?? []
    const ratio = median(mine.map((value, round) => value / (results.get(against)?.[round] ?? Number.NaN)))
    return {
      name,
      per_second: Math.round(median(mine)),
      against,
      ratio: Math.round(ratio * 100) / 100,
      at_least: atLeast,
    }
  })
}

const json = process.argv.includes('--json')
const say = (line: string): void => (json ? undefined : console.error(line))

say('starting what is measured …')
const sublet = await startSublet()
const [rawPort, pgPort] = [await freePort(), await freePort()]
const raw = startNode(['bench/rivals/raw-http.ts', String(rawPort)])
const limit = startNode(['bench/rivals/http-pg.ts', String(pgPort), sublet.databaseUrl, sublet.demo.tenant])
await Promise.all([untilAnswered(`http://127.0.0.1:${rawPort}/`), untilAnswered(`http://127.0.0.1:${pgPort}/`)])
await pause(3_000)
const idleMb = await residentMb(sublet.pid)
const results = await play(await contestants(sublet, rawPort, pgPort), say)
await Promise.all([sublet.stop(), stopNode(raw), stopNode(limit)])

const rows = judge(results)
if (json)
  console.log(
    JSON.stringify(
      { idle_mb: idleMb, started_in_ms: sublet.startedInMs, ratios: rows, per_second: Object.fromEntries(results) },
      null,
      2,
    ),
  )
else {
  console.log('\ncontestant'.padEnd(22), 'per second (median)'.padStart(20))
  for (const [name, values] of results)
    console.log(name.padEnd(21), Math.round(median(values)).toLocaleString('en').padStart(20))
  console.log('\nratio'.padEnd(32), 'against'.padEnd(20), 'ratio'.padStart(6), 'at least'.padStart(9))
  for (const { name, against, ratio, at_least } of rows)
    console.log(
      name.padEnd(31),
      against.padEnd(20),
      ratio.toFixed(2).padStart(6),
      (at_least?.toFixed(2) ?? '–').padStart(9),
    )
  console.log(`\nidle memory ${idleMb ?? '?'} MB (below 120), first start ${sublet.startedInMs} ms (below 30,000)`)
}
