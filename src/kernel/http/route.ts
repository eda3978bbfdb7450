import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseMediaType } from './bodies.ts'
import { contextOf, inTransaction, system, type Context } from '../context.ts'
import { deprecationHeaders } from './deprecation.ts'
import type { Dialects } from './dialect.ts'
import {
  isRepeatable,
  isSafe,
  methodOf,
  pathOf,
  type Caller,
  type Endpoint,
  type Input,
  type RequestFacts,
} from '../endpoint.ts'
import { admit, identify, type Identities } from './gate.ts'
import { health } from '../health.ts'
import type { House } from '../house.ts'
import { begin } from './begun.ts'
import { lookUp, recall, remember, repeatable, type Repeatable, type Standing } from './idempotency.ts'
import { readLeniently, readPath } from './input.ts'
import { RateLimit, takeOne } from './limits.ts'
import { inputOf } from './declared.ts'
import { kernelProblem, Problem } from '../problems.ts'
import { unreadableQuery } from './query-string.ts'
import { asProblem, finish, finishRefusal, lookForNewerSchema, type Served } from './answers.ts'
import type { InFlightSlot } from './in-flight.ts'

/** One endpoint's way through a request: who is it and may they, what do they say, what is the answer. */

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    tenant: string | null
    slot: InFlightSlot
    ctx: Context
    bytes: Buffer
  }
  interface FastifyContextConfig {
    bytes?: boolean
    form?: Endpoint['form']
    tagged?: Endpoint['tagged']
    /** The endpoint's id. */
    operation?: string
  }
}

interface RouteParts {
  readonly house: House
  readonly identities: Identities
  readonly limits: Pick<Limits, 'callers' | 'anyone'>
  readonly dialects: Dialects
}

/** For all endpoints together, by caller or, of anyone, by address; and for this one. */
interface Limits {
  readonly callers: RateLimit
  readonly anyone: RateLimit
  readonly own: RateLimit | null
}

/**
 * A prefix in a path is written `192.0.2.0%2F24`, or as two segments with its slash (decisions 1, Notations in paths).
 */
export function routesFor(parts: RouteParts, endpoint: Endpoint) {
  const route = routeFor(parts, endpoint)
  if (!route.url.includes('/:notation')) return [route]
  const url = route.url.replace('/:notation', '/:notation/:length')
  return [route, { ...route, url, schema: { ...route.schema, hide: true } }]
}

function routeFor(parts: RouteParts, endpoint: Endpoint) {
  const { house, dialects } = parts
  const own = endpoint.rate ? new RateLimit(house.config[endpoint.rate]) : null
  const limits: Limits = { ...parts.limits, own }
  const most = endpoint.always ? Infinity : house.config.maxInFlight
  const farewell = deprecationHeaders(endpoint)
  return {
    method: methodOf(endpoint),
    url: pathOf(endpoint),
    schema: inputOf(endpoint),
    config: { bytes: endpoint.bytes === true, form: endpoint.form, tagged: endpoint.tagged, operation: endpoint.id },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(farewell)
      await request.slot.during(most, () => enter(parts, limits, endpoint, request, reply))
    },
    preValidation: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      settle(() => prepareInput(endpoint, request), done as (error: Error | null) => void)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = await request.slot.during(most, () => serve(request.ctx, endpoint, request))
      const { closing } = health({ house })
      if (closing) await closing
      return finish(reply, endpoint, answer, dialects)
    },
    errorHandler: async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      await lookForNewerSchema(error, house)
      return finishRefusal(request, reply, asProblem(error, house, request), endpoint, dialects)
    },
  }
}

/** Before the body is read: who is it, may they, and not too often. From here on there is one context, and one now. */
async function enter(
  { house, identities }: RouteParts,
  limits: Limits,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (endpoint.access.by !== 'anyone') await house.pulse.fresh()
  const ctx = contextOf(house, { actor: system('anonymous'), requestId: request.id })
  const caller = await identify(identities, ctx, endpoint, factsOf(request))
  request.caller = caller
  if (caller.rateKey !== null) reply.headers(takeOne(limits.callers, caller.rateKey))
  else if (!limits.own && !endpoint.unlimited) reply.headers(takeOne(limits.anyone, request.ip))
  if (limits.own) reply.headers(takeOne(limits.own, caller.rateKey ?? request.ip))
  request.tenant = await admit(identities, ctx, endpoint, caller, request.params as Record<string, string>)
  request.ctx = { ...ctx, actor: caller.actor, tenant: request.tenant }
}

/** Finding out the address costs something, so only who asks pays. */
function factsOf(request: FastifyRequest): RequestFacts {
  return {
    get ip() {
      return request.ip
    },
    get peer() {
      return request.socket.remoteAddress ?? ''
    },
    headers: request.headers as Record<string, string | undefined>,
  }
}

function prepareInput(endpoint: Endpoint, request: FastifyRequest): void {
  request.params = readPath(request.params as Record<string, string>)
  if (request.query === unreadableQuery) throw kernelProblem('unreadable_query')
  if (endpoint.query) request.query = readLeniently(endpoint.query, request.query, 'query')
  if (!isSafe(endpoint)) refuseMediaType(endpoint.form, request.headers['content-type'])
  if (endpoint.body) request.body = readLeniently(endpoint.body, request.body === undefined ? {} : request.body, 'body')
}

const noBytes = Buffer.alloc(0)

/** Reads run without a transaction; writes in one, with the memory of repetitions inside it. */
async function serve(ctx: Context, endpoint: Endpoint, request: FastifyRequest): Promise<Served> {
  const caller = request.caller as Caller
  const key = isRepeatable(endpoint) ? request.headers['idempotency-key'] : undefined
  const wanted =
    key === undefined ? null : repeatable(String(key), caller.actor.id, request.method, request.url, request.body)
  const status = endpoint.status ?? 200
  const input = {
    params: request.params,
    query: request.query,
    body: request.body,
    caller,
    request: factsOf(request),
    bytes: request.bytes ?? noBytes,
    keep: async (tx: Context, answer: unknown) => {
      if (!wanted) return
      if (endpoint.ownTransactions) await beFirst(tx, wanted)
      await remember(tx, wanted, status, answer)
    },
    begin: async (tx: Context, awaits: string) => {
      if (wanted) await begin(tx, wanted, endpoint.id, awaits)
    },
  } as Input<undefined, undefined, undefined>
  const fresh = async (tx: Context): Promise<Served> => ({ answer: await endpoint.handle(tx, input), repeated: false })
  if (isSafe(endpoint) || endpoint.ownTransactions === true) return fresh(ctx)
  if (endpoint.ownTransactions) return wanted ? serveOnce(ctx, wanted, fresh) : fresh(ctx)
  return inTransaction(ctx, async (tx) => {
    const known = wanted && remembered(await recall(tx, wanted))
    if (known) return known
    const served = await fresh(tx)
    await input.keep(tx, served.answer)
    return served
  })
}

/**
 * Without a transaction around it. Whoever repeats what is still being finished, by the process that began it or by a
 * recovery, is refused by what it has begun: then the key tells how it stands. It may have come to nothing just now, and
 * the key be forgotten with it: who asks again is told why.
 */
async function serveOnce(ctx: Context, wanted: Repeatable, fresh: (ctx: Context) => Promise<Served>): Promise<Served> {
  const before = await inTransaction(ctx, (tx) => recall(tx, wanted))
  const known = remembered(before)
  if (known) return known
  try {
    return await fresh(ctx)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const after = await lookUp(ctx, wanted)
    const answered = remembered(after)
    if (answered) return answered
    if (error.row.status === 409 && (before ?? after) === 'begun') throw inProgress()
    throw error
  }
}

const remembered = (standing: Standing): Served | null =>
  standing === null || standing === 'begun' ? null : { answer: standing, repeated: true }

const inProgress = () => kernelProblem('idempotency_in_progress', { headers: { 'retry-after': '1' } })

/** Nothing held the key while the endpoint did its slow work: whoever finishes second undoes its own and asks again. */
async function beFirst(tx: Context, wanted: Repeatable): Promise<void> {
  if (remembered(await recall(tx, wanted))) throw inProgress()
}

/** For the framework's callbacks, which a throw would escape. */
export function settle(read: () => unknown, done: (error: Error | null, value?: unknown) => void): void {
  let value: unknown
  try {
    value = read()
  } catch (error) {
    return done(error as Error)
  }
  done(null, value)
}
