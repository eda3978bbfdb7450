import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { median, tokenFor } from '../contest.ts'
import { startSublet, type RunningSublet } from '../sublet.ts'

/**
 * What a dead receiver costs everybody else, one that accepts connections and never answers: how long a read of one row
 * takes while as much waits for it as can, beside the same at rest; and while a million events happen that it wants, beside
 * the same while it is paused. Round by round, so that a machine that is busy for a while is busy for all four.
 */

const json = process.argv.includes('--json')
const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 10
const eventsARound = quick ? 10_000 : 100_000
/** So many tell how long a read takes while nobody wants them. */
const unwantedARound = eventsARound / 5
const atMost = 1.1
const everyMs = 4
const least = 500

type Ask = () => Promise<void>

interface Round {
  readonly rest: number
  readonly paused: number
  readonly dead: number
  readonly backlog: number
}

const receiver = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const sublet = await startSublet({ SUBLET_SANDBOX: '1', SUBLET_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' })
const database = new pg.Client(sublet.databaseUrl)
await database.connect()
try {
  await measure(sublet)
} finally {
  await database.end()
  await sublet.stop()
  receiver.close()
  receiver.unref()
}

async function measure({ url, demo }: RunningSublet): Promise<void> {
  const { tenant, client_id, client_secret } = demo
  const authorization = `Bearer ${await tokenFor(url, client_id, client_secret)}`
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as { data: { uuid: string } }
  }
  const endpoints = `/webhooks/${tenant}/endpoints`
  const port = (receiver.address() as AddressInfo).port
  const { uuid } = (await call('POST', endpoints, { url: `http://127.0.0.1:${port}/`, events: ['order.*'] })).data
  const ask: Ask = async () => void (await call('GET', `/billing/v1/${tenant}`))
  const be = (status: 'active' | 'paused') => call('PATCH', `${endpoints}/${uuid}`, { status })

  await asking(ask, () => false)
  const seen: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const rest = await asking(ask, () => false)
    const meanwhile = async (status: 'active' | 'paused') => {
      // One that was switched off cannot be paused, and wants as little.
      await be(status).catch(() => undefined)
      return during(ask, happening(tenant, status === 'active' ? eventsARound : unwantedARound))
    }
    // Each is first in every other round: whoever is second finds more rows than the one before.
    const first = round % 2 === 0 ? await meanwhile('paused') : null
    const dead = await meanwhile('active')
    const paused = first ?? (await meanwhile('paused'))
    // It may have been switched off by then; now no more comes than can wait.
    await be('active')
    await happening(tenant, 9_900 - (await countWaiting())).done
    const backlog = await asking(ask, () => false)
    seen.push({ rest, paused, dead, backlog })
    if (!json) console.log(lineOf(seen.at(-1) as Round))
  }
  await report(seen)
}

function lineOf({ rest, paused, dead, backlog }: Round): string {
  const told = `while events happen ${paused.toFixed(2)} ms, and a dead receiver wants them ${dead.toFixed(2)} ms`
  return `median of a read: at rest ${rest.toFixed(2)} ms, with a backlog ${backlog.toFixed(2)} ms; ${told}`
}

async function countWaiting(): Promise<number> {
  const { rows } = await database.query<{ n: string }>(
    `select count(*) as n from webhook_delivery where status = 'waiting'`,
  )
  return Number(rows[0]?.n)
}

async function report(seen: readonly Round[]): Promise<void> {
  const waiting = median(seen.map(({ backlog, rest }) => backlog / rest))
  const coming = median(seen.map(({ dead, paused }) => dead / paused))
  const { rows } = await database.query<{ mb: string }>(
    `select round(pg_total_relation_size('webhook_delivery') / 1e6) as mb`,
  )
  const kept = { waiting: await countWaiting(), mb: Number(rows[0]?.mb) }
  const ok = Math.max(waiting, coming) <= atMost
  if (json) console.log(JSON.stringify({ seen, waiting, coming, at_most: atMost, kept }, null, 2))
  else {
    console.log(`a backlog: ${waiting.toFixed(2)} times as long as at rest`)
    console.log(`events that come: ${coming.toFixed(2)} times as long as when nobody wants them`)
    console.log(`at most ${atMost}: ${ok ? 'holds' : 'DOES NOT HOLD'}`)
    console.log(
      `${kept.waiting} deliveries wait, of ${rounds * eventsARound} events that it wanted; their table has ${kept.mb} MB`,
    )
  }
  process.exitCode = ok ? 0 : 1
}

/** As orders would tell of themselves. */
function happening(tenant: string, events: number): { readonly running: boolean; readonly done: Promise<void> } {
  const state = { running: true, done: Promise.resolve() }
  const work = async (): Promise<void> => {
    await database.query(
      `insert into outbox_event (uuid, tenant_uuid, type, data, happened_at, tell_at)
       select gen_random_uuid(), $1, 'order.part_paid',
         jsonb_build_object('uuid', gen_random_uuid(), 'amount', '1.00', 'remaining', '1.00', 'currency', 'USD'), now(), now()
       from generate_series(1, $2::int)`,
      [tenant, events],
    )
    await database.query(`select graphile_worker.add_job('tell_listeners', job_key := 'tell_listeners')`)
    for (;;) {
      const { rows } = await database.query('select from outbox_event where tell_at is not null limit 1')
      if (rows.length === 0) return
      await pause(50)
    }
  }
  state.done = work().finally(() => (state.running = false))
  return state
}

async function during(ask: Ask, work: ReturnType<typeof happening>): Promise<number> {
  const taken = await asking(ask, () => work.running)
  await work.done
  return taken
}

/** The median, of requests sent at a steady pace: who waits for one must not be spared the next. */
async function asking(ask: Ask, goOn: () => boolean): Promise<number> {
  const times: number[] = []
  const under: Promise<void>[] = []
  for (let sent = 0; sent < least || goOn(); sent++) {
    const begun = performance.now()
    under.push(ask().then(() => void times.push(performance.now() - begun)))
    await pause(everyMs)
  }
  await Promise.all(under)
  return median(times)
}
