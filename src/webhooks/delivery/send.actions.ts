import { realNow } from '../../kernel/clock.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { addSeconds } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { version } from '../../kernel/version.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import {
  changeEndpoint,
  heldEndpoint,
  holdEndpoint,
  lockEndpoint,
  releaseEndpoint,
  type WebhookEndpoint,
} from '../endpoint/endpoint.store.ts'
import { secretsOf } from '../endpoint/secret.store.ts'
import { switchOff } from '../endpoint/switch-off.actions.ts'
import { publishedTypes } from '../published.rules.ts'
import { nextTry, restUntil } from './pause.rules.ts'
import { post, type Posted } from './post.actions.ts'
import { dueDeliveries, nextDue, recordTry, type WebhookDelivery } from './queue.store.ts'
import { signedHeaders } from './signature.rules.ts'

/** Sends what waits for an endpoint: one run at a time for each, subjects beside each other, each in its order. */

/** Whose marks say which events have been put into the queue. */
export const publisherName = 'webhooks.publish'

const atOnce = { deliveries: 64, subjects: 4 } as const
/** In ms: who takes longer lags. */
const swift = 2_000
/** In seconds: nobody else sends meanwhile; then others have their turn; and while an event is not heard yet. */
const hold = 20
const turn = 15
const shortest = 1

interface Wanted {
  readonly endpoint: string
}

export const sendToEndpoint = job<Wanted>({
  name: 'send_to_endpoint',
  lane: 'receivers',
  run: (ctx, { endpoint }) => sendTo(ctx, endpoint, (given) => !given.lags),
})

/** The same, where it waits for nobody but those who are slow or unknown as well. */
export const sendToLaggard = job<Wanted>({
  name: 'send_to_laggard',
  lane: 'laggards',
  run: (ctx, { endpoint }) => sendTo(ctx, endpoint, () => true),
})

/** In the transaction that has something for it. */
export const wakeEndpoint = (ctx: Context, endpoint: Addressee, at?: Date): Promise<void> =>
  planRun(ctx, endpoint, `webhooks-${endpoint.uuid}`, at)

type Addressee = Pick<WebhookEndpoint, 'uuid' | 'lags'>

function planRun(ctx: Context, { uuid, lags }: Addressee, key: string, at: Date | null | undefined): Promise<void> {
  return enqueue(ctx, lags ? sendToLaggard : sendToEndpoint, { endpoint: uuid }, { key, ...(at && { at }) })
}

/** What a run keeps in hand while it sends. */
interface Round {
  readonly endpoint: WebhookEndpoint
  readonly secrets: readonly string[]
  readonly due: readonly WebhookDelivery[]
  /** False when somebody else may send from now on. */
  stillHeld(): Promise<boolean>
}

async function sendTo(ctx: Context, uuid: string, isOurs: (endpoint: WebhookEndpoint) => boolean): Promise<void> {
  const run = newUuid()
  const busy = await heldEndpoint(ctx, uuid, realNow())
  if (busy) return lookAfter(ctx, busy)
  try {
    await sendInTurn(ctx, uuid, run, isOurs)
  } finally {
    await releaseEndpoint(ctx, uuid, run)
  }
  await planNext(ctx, uuid)
}

/**
 * Whoever holds it plans the next run after letting go, and sees then what this one was woken for; unless it was killed.
 * So somebody looks when its time is up, by a plan of their own, which puts no other off.
 */
const lookAfter = (ctx: Context, endpoint: WebhookEndpoint): Promise<void> =>
  planRun(ctx, endpoint, `webhooks-${endpoint.uuid}-held`, endpoint.held_until)

async function sendInTurn(
  ctx: Context,
  uuid: string,
  run: string,
  isOurs: (endpoint: WebhookEndpoint) => boolean,
): Promise<void> {
  const until = addSeconds(realNow(), turn)
  while (realNow() < until) {
    const endpoint = await held(ctx, uuid, run)
    if (!endpoint || !isOurs(endpoint)) return
    const due = await dueDeliveries(ctx, endpoint, { now: realNow(), heard, most: mostFor(endpoint) })
    if (due.length === 0) return
    const secrets = (await secretsOf(ctx, [uuid])).map(({ sealed }) => ctx.house.box.open(sealed))
    await sendAll(ctx, { endpoint, secrets, due, stillHeld: holding(ctx, uuid, run) })
  }
}

const heard = { listener: publisherName, types: publishedTypes }

const mostFor = ({ failures, lags }: WebhookEndpoint): number =>
  failures > 0 ? 1 : lags ? atOnce.subjects : atOnce.deliveries

const held = (ctx: Context, uuid: string, run: string): Promise<WebhookEndpoint | undefined> => {
  const now = realNow()
  return holdEndpoint(ctx, uuid, run, { now, until: addSeconds(now, hold) })
}

/** Asked after every delivery; said anew only now and then. */
function holding(ctx: Context, uuid: string, run: string): () => Promise<boolean> {
  let fresh = addSeconds(realNow(), hold / 4)
  return async () => {
    if (realNow() < fresh) return true
    fresh = addSeconds(realNow(), hold / 4)
    return (await held(ctx, uuid, run)) !== undefined
  }
}

/** After it was let go, so that whoever came meanwhile and was sent away is not forgotten. */
async function planNext(ctx: Context, uuid: string): Promise<void> {
  const next = await nextDue(ctx, uuid)
  if (!next) return
  const soonest = addSeconds(realNow(), shortest)
  await wakeEndpoint(ctx, { uuid, lags: next.lags }, next.due > soonest ? next.due : soonest)
}

/** The first that fails ends it, or is slow where nobody is to wait for the slow: that goes on later, and elsewhere. */
async function sendAll(ctx: Context, round: Round): Promise<void> {
  const chains = Map.groupBy(round.due, ({ subject }) => subject).values()
  let goesOn = true
  const sendChains = async (): Promise<void> => {
    for (const chain of chains)
      for (const delivery of chain) {
        if (!goesOn) return
        const went = await sendOne(ctx, round, delivery)
        if (!went || !(await round.stillHeld())) goesOn = false
      }
  }
  await Promise.all(Array.from({ length: atOnce.subjects }, sendChains))
}

async function sendOne(ctx: Context, { endpoint, secrets }: Round, delivery: WebhookDelivery): Promise<boolean> {
  const { sandbox, publicUrl, webhookPrivateHosts: privateHosts, dnsServers: resolvers } = ctx.house.config
  const { payload, event_uuid } = delivery
  const sentAt = realNow()
  const headers = {
    'content-type': 'application/json',
    'user-agent': `sublet/${version} (+${publicUrl})`,
    ...signedHeaders({ id: `msg_${event_uuid}`, sentAt, payload }, secrets),
  }
  const posted = await post({ url: endpoint.url, headers, payload, privateHosts, resolvers, allowPlain: sandbox })
  const end: End = { endpoint, delivery, posted, headers, sentAt, now: realNow() }
  await inTransaction(ctx, (tx) => (posted.fault === null ? recordArrival(tx, end) : recordFailure(tx, end)))
  return posted.fault === null && (endpoint.lags || posted.tookMs < swift)
}

interface End {
  readonly endpoint: WebhookEndpoint
  readonly delivery: WebhookDelivery
  readonly posted: Posted
  readonly headers: Readonly<Record<string, string>>
  readonly sentAt: Date
  readonly now: Date
}

/** The endpoint's row is written once a minute, not for each of thousands. */
const noted = 60

/** The endpoint first, then the delivery, here and below: whoever switches it off takes them in the same order. */
async function recordArrival(ctx: Context, end: End): Promise<void> {
  const { endpoint, delivery, posted, now } = end
  const { failures, arrived_at } = endpoint
  const lags = posted.tookMs >= swift
  if (failures > 0 || lags !== endpoint.lags || arrived_at === null || addSeconds(arrived_at, noted) < now)
    await changeEndpoint(ctx, endpoint.uuid, { failures: 0, rests_until: null, lags, arrived_at: now })
  await recordTry(ctx, delivery.uuid, { ...endingOf(end), status: 'delivered', next_at: null })
}

async function recordFailure(ctx: Context, end: End): Promise<void> {
  const { delivery, posted, now } = end
  const { uuid, endpoint_uuid, tenant_uuid: tenant } = delivery
  const endpoint = await lockEndpoint(ctx, tenant, endpoint_uuid)
  // As it was when the round began: those that fail beside each other are one failure.
  const failures = end.endpoint.failures + 1
  await changeEndpoint(ctx, endpoint_uuid, { failures, rests_until: restUntil(failures, now), lags: true })
  const ending = endingOf(end)
  const isGone = posted.status === 410
  const next = isGone ? null : nextTry(ending.tries, ending.first_tried_at, now)
  await recordTry(ctx, uuid, { ...ending, status: next ? 'waiting' : 'failed', next_at: next })
  const isDead = (endpoint?.arrived_at ?? new Date(0)) < ending.first_tried_at
  if (isGone || (next === null && isDead)) await switchOff(ctx, tenant, endpoint_uuid, isGone ? 'gone' : 'unreachable')
}

const endingOf = ({ delivery, posted, headers, sentAt }: End) => ({
  tries: delivery.tries + 1,
  first_tried_at: delivery.first_tried_at ?? sentAt,
  last_tried_at: sentAt,
  took_ms: posted.tookMs,
  fault: posted.fault,
  request_headers: JSON.stringify(headers),
  answer_status: posted.status,
  answer_headers: posted.headers && JSON.stringify(posted.headers),
  answer_body: posted.body,
})
