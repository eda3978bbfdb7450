import { generateKeyPairSync, sign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { load, median, play, ratioOf, tokenFor, type Contestant, type Results } from './contest.ts'
import { freePort, residentMb, startNode, startSublet, stopNode, untilAnswered, type RunningSublet } from './sublet.ts'

/** Ratios against bare limits: raw HTTP, the same row by bare PostgreSQL, bare signing. */

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
  const { client_id, client_secret } = sublet.demo
  const token = await tokenFor(sublet.url, client_id, client_secret)
  const form = `grant_type=client_credentials&client_id=${client_id}&client_secret=${client_secret}`
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

function judge(results: Results) {
  return goals.map(({ name, of, against, atLeast }) => ({
    name,
    per_second: Math.round(median(results.get(of) ?? [])),
    against,
    ratio: Math.round(ratioOf(results, of, against) * 100) / 100,
    at_least: atLeast,
  }))
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
const length = { rounds: 6, seconds: 1.5, warmUp: 2 }
const results = await play(await contestants(sublet, rawPort, pgPort), length, say)
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
