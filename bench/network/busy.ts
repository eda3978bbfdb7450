import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { newUuid } from '../../src/kernel/uuid.ts'
import { absent, realFile } from '../../test/support/market/network.ts'
import { startSublet, type RunningSublet } from '../sublet.ts'
import { routesFile } from './reading.ts'

/**
 * How long a read of one row takes while the server imports a whole table and draws its conclusions, beside the same at
 * rest. This process only asks and measures: one that served the file as well would measure itself.
 */

const json = process.argv.includes('--json')
const atMost = 3
const pairs = 5
const everyMs = 4
/** As many at rest as during an import, at least. */
const requests = 400

if (absent(routesFile))
  console.log(`skipped: there is no ${routesFile}; SUBLET_TEST_DATA names the folder with the files.`)
else await measure()

async function measure(): Promise<void> {
  const files = fork(new URL('./serving.ts', import.meta.url), [realFile(routesFile)])
  const [port] = (await once(files, 'message')) as [number]
  const url = `http://127.0.0.1:${port}/`
  const sublet = await startSublet({ SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1' })
  const database = new pg.Client(sublet.databaseUrl)
  await database.connect()
  try {
    const ask = await reader(sublet)
    await asking(ask, () => false)
    const ratios: number[] = []
    const seen: { rest: number; busy: number }[] = []
    for (let pair = 0; pair < pairs; pair++) {
      const rest = await asking(ask, () => false)
      const imported = importing(database, url)
      const busy = await asking(ask, () => imported.running)
      await imported.done
      seen.push({ rest, busy })
      ratios.push(busy / rest)
    }
    report(seen, ratios.toSorted((a, b) => a - b)[Math.floor(pairs / 2)] ?? 0)
  } finally {
    await database.end()
    await sublet.stop()
    files.disconnect()
  }
}

function report(seen: readonly { rest: number; busy: number }[], ratio: number): void {
  if (json) console.log(JSON.stringify({ seen, ratio, at_most: atMost }, null, 2))
  else {
    for (const { rest, busy } of seen)
      console.log(`p99 at rest ${rest.toFixed(2)} ms, during an import ${busy.toFixed(2)} ms`)
    console.log(`median ratio ${ratio.toFixed(2)}, at most ${atMost}: ${ratio <= atMost ? 'holds' : 'DOES NOT HOLD'}`)
  }
  process.exitCode = ratio <= atMost ? 0 : 1
}

async function reader({ url, demo }: RunningSublet): Promise<() => Promise<void>> {
  const { tenant, client_id, client_secret } = demo
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const { access_token } = (await (await fetch(`${url}/oauth2/token`, { method: 'POST', body })).json()) as {
    access_token: string
  }
  const headers = { authorization: `Bearer ${access_token}` }
  return async () => {
    const answer = await fetch(`${url}/billing/v1/${tenant}`, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
  }
}

/** The 99th percentile, of requests sent at a steady pace: who waits for one must not be spared the next. */
async function asking(ask: () => Promise<void>, goOn: () => boolean): Promise<number> {
  const times: number[] = []
  const under: Promise<void>[] = []
  for (let sent = 0; sent < requests || goOn(); sent++) {
    const begun = performance.now()
    under.push(ask().then(() => void times.push(performance.now() - begun)))
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  await Promise.all(under)
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? 0
}

/** As an operator would start it, by the job that runs it. */
function importing(database: pg.Client, url: string): { readonly running: boolean; readonly done: Promise<void> } {
  const state = { running: true, done: Promise.resolve() }
  const uuid = newUuid()
  const work = async (): Promise<void> => {
    await database.query(
      `insert into network_import (uuid, kind, origin, status, forced, actor_kind, actor_id, asked_at, refusals)
       values ($1, 'pfx2as', $2, 'waiting', true, 'system', 'bench', now(), '[]')`,
      [uuid, url],
    )
    await database.query(`select graphile_worker.add_job('import_asked_source', json_build_object('uuid', $1::text))`, [
      uuid,
    ])
    for (;;) {
      const { rows } = await database.query<{ status: string; failure: string | null }>(
        'select status, failure from network_import where uuid = $1',
        [uuid],
      )
      const { status, failure } = rows[0] ?? { status: 'failed', failure: 'gone' }
      if (status === 'failed') throw new Error(failure ?? '')
      if (status === 'done' && !(await isWorking(database))) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  state.done = work().finally(() => (state.running = false))
  return state
}

/** An import is followed by checks of offers and a walk over prefixes: they are part of what it costs others. */
async function isWorking(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query('select from graphile_worker.jobs where run_at <= now() limit 1')
  return rows.length > 0
}
