import { setTimeout as pause } from 'node:timers/promises'
import cors from '@fastify/cors'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { readForm, readJson, refuseMediaType } from './bodies.ts'
import { realNow, stopwatch } from './clock.ts'
import { contextOf, inTransaction, system, type Context } from './context.ts'
import { isUnavailable } from './db.ts'
import { deprecationHeaders } from './deprecation.ts'
import { writeProblem } from './dialect.ts'
import { closeDoor } from './door.ts'
import {
  Content,
  dialectOf,
  isRepeatable,
  isSafe,
  methodOf,
  pathOf,
  Reply,
  type Caller,
  type Endpoint,
  type Input,
  type RequestFacts,
} from './endpoint.ts'
import { admit, identify, type Porter } from './gate.ts'
import { health } from './health.ts'
import type { House } from './house.ts'
import { recall, remember, repeatable } from './idempotency.ts'
import { readLeniently, readPath } from './input.ts'
import { RateLimit } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { finishDocument, openApiDocument, openApiOf } from './openapi.ts'
import { Place } from './place.ts'
import { kernelProblem, Problem } from './problems.ts'
import { readQuery, unreadableQuery } from './query.ts'
import { requestIds } from './requestids.ts'
import { refuseUnreadable, socketTimes } from './sockets.ts'
import { fieldsRefused, type Finding } from './validation.ts'

/** The only file that knows the web framework: endpoints in, a server out. Handlers return values; they never send. */

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    tenant: string | null
    startedAt: number
    place: Place
  }
}

export interface ServerParts {
  readonly house: House
  readonly endpoints: readonly Endpoint[]
  readonly porter: Porter
  readonly metrics: Metrics
  /** Sees the server before its routes are added. */
  readonly watch?: (server: FastifyInstance) => void
}

const bodyLimit = 1_048_576
const json = 'application/json; charset=utf-8'

export async function buildServer({ house, endpoints, porter, metrics, watch }: ServerParts): Promise<FastifyInstance> {
  const { config } = house
  const headers = securityHeaders(config.publicUrl.startsWith('https:'))
  const server = fastify({
    loggerInstance: house.log.lines,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    requestIdHeader: false,
    genReqId: requestIds(),
    childLoggerFactory: (logger) => logger,
    return503OnClosing: false,
    keepAliveTimeout: 72_000,
    connectionTimeout: 60_000,
    requestTimeout: socketTimes.requestTimeout,
    http: { ...socketTimes, maxHeaderSize: 16_384, requireHostHeader: true },
    routerOptions: { querystringParser: readQuery, maxParamLength: 256 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      // No hook has run for these.
      reply.headers(headers).header('x-request-id', request.id)
      sendProblem(request, reply, asProblem(error, house, request.id), undefined)
    },
  })
  server.decorateRequest('caller', null)
  server.decorateRequest('tenant', null)
  server.decorateRequest('startedAt', 0)
  server.decorateRequest('place')
  server.setSerializerCompiler(() => (data) => JSON.stringify(data))
  acceptBodies(server)
  addHooks(server, house, metrics, headers)
  watch?.(server)
  server.setErrorHandler((error, request, reply) =>
    sendProblem(request, reply, asProblem(error, house, request.id), undefined),
  )
  server.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, kernelProblem('route_not_found'), undefined),
  )
  if (config.corsOrigins.length > 0)
    await server.register(cors, { origin: [...config.corsOrigins], methods: corsMethods, maxAge: 600, exposedHeaders })
  await addDocuments(server, config.publicUrl)
  const limit = new RateLimit(config.rateLimit)
  for (const endpoint of endpoints) server.route(routeFor({ house, porter, metrics, limit }, endpoint))
  return server
}

const corsMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const exposedHeaders = [
  'x-request-id',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'idempotency-replayed',
]

/** `/openapi.json` and, from files of our own, its page `/docs`. */
async function addDocuments(server: FastifyInstance, publicUrl: string): Promise<void> {
  await server.register(swagger, {
    openapi: openApiDocument(publicUrl),
    transformObject: (document) =>
      'openapiObject' in document ? finishDocument(document.openapiObject) : document.swaggerObject,
  })
  await server.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP:
      "default-src 'self'; base-uri 'none'; img-src 'self' data:; object-src 'none'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    uiConfig: { docExpansion: 'list', deepLinking: true, persistAuthorization: false, layout: 'BaseLayout' },
    theme: { title: 'Sublet API' },
  })
  let text: string | undefined
  server.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    text ??= JSON.stringify(server.swagger())
    return reply.type('application/json').header('cache-control', 'public, max-age=60').send(text)
  })
}

function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    parse(() => readJson(bytes as Buffer), done)
  })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, bytes, done) => {
    parse(() => readForm(bytes as Buffer), done)
  })
}

function parse(read: () => unknown, done: (error: Error | null, body?: unknown) => void): void {
  let body: unknown
  try {
    body = read()
  } catch (error) {
    return done(error as Error)
  }
  done(null, body)
}

function addHooks(
  server: FastifyInstance,
  house: House,
  metrics: Metrics,
  headers: Readonly<Record<string, string>>,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = stopwatch()
    request.place = new Place(metrics)
    reply.raw.once('close', () => request.place.leave())
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    if (health({ house }).draining) reply.header('connection', 'close')
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const ms = stopwatch() - request.startedAt
    metrics.observe(operationOf(request), reply.statusCode, ms / 1_000)
    house.log.request({
      requestId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0]?.slice(0, 512) ?? '',
      status: reply.statusCode,
      ms,
      caller: request.caller?.actor.id,
      tenant: request.tenant,
    })
    done()
  })
}

function operationOf(request: FastifyRequest): string {
  return request.routeOptions.schema?.operationId ?? 'none'
}

function securityHeaders(https: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

interface RouteParts {
  readonly house: House
  readonly porter: Porter
  readonly metrics: Metrics
  readonly limit: RateLimit
}

function routeFor(parts: RouteParts, endpoint: Endpoint) {
  const { house } = parts
  const most = endpoint.always ? Infinity : house.config.maxInFlight
  const farewell = deprecationHeaders(endpoint)
  return {
    method: methodOf(endpoint),
    url: pathOf(endpoint),
    schema: openApiOf(endpoint),
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(farewell)
      await request.place.during(most, () => enter(parts, endpoint, request, reply))
    },
    preValidation: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      parse(() => prepareInput(endpoint, request), done as (error: Error | null) => void)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = await request.place.during(most, () => serve(contextFor(house, request), endpoint, request))
      return finish(reply, endpoint, answer)
    },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(request, reply, asProblem(error, house, request.id), endpoint),
  }
}

function contextFor(house: House, request: FastifyRequest): Context {
  const actor = request.caller?.actor ?? system('anonymous')
  return contextOf(house, { actor, requestId: request.id, tenant: request.tenant })
}

/** Before the body is read: who is it, may they, and not too often. */
async function enter(
  parts: RouteParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (endpoint.access.by !== 'anyone') await parts.house.pulse.fresh()
  const ctx = contextFor(parts.house, request)
  const caller = await identify(parts.porter, ctx, endpoint, factsOf(request))
  request.caller = caller
  if (caller.rateKey !== null) countRequest(parts.limit, caller.rateKey, reply)
  request.tenant = await admit(parts.porter, ctx, endpoint, caller, request.params as Record<string, string>)
}

function countRequest(limit: RateLimit, key: string, reply: FastifyReply): void {
  if (limit.perMinute === 0) return
  const { allowed, remaining, reset } = limit.take(key, realNow().getTime())
  reply.headers({ 'ratelimit-limit': limit.perMinute, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset })
  if (!allowed) throw kernelProblem('rate_limited', { headers: { 'retry-after': String(Math.max(1, reset)) } })
}

/** Finding out the address costs something, so only who asks pays. */
function factsOf(request: FastifyRequest): RequestFacts {
  return {
    get ip() {
      return request.ip
    },
    headers: request.headers as Record<string, string | undefined>,
  }
}

function prepareInput(endpoint: Endpoint, request: FastifyRequest): void {
  request.params = readPath(request.params as Record<string, string>)
  if (request.query === unreadableQuery) throw kernelProblem('unreadable_query')
  if (endpoint.query) request.query = readLeniently(endpoint.query, request.query, 'query')
  if (!isSafe(endpoint)) refuseMediaType(endpoint.form === true, request.headers['content-type'])
  if (endpoint.body) request.body = readLeniently(endpoint.body, request.body === undefined ? {} : request.body, 'body')
}

/** Reads run without a transaction; writes in one, with the memory of repetitions inside it. */
async function serve(ctx: Context, endpoint: Endpoint, request: FastifyRequest): Promise<Served> {
  const caller = request.caller as Caller
  const input = {
    params: request.params,
    query: request.query,
    body: request.body,
    caller,
    request: factsOf(request),
  } as Input<undefined, undefined, undefined>
  if (isSafe(endpoint) || endpoint.ownTransactions)
    return { answer: await endpoint.handle(ctx, input), replayed: false }
  const key = request.headers['idempotency-key']
  if (key === undefined || !isRepeatable(endpoint))
    return { answer: await inTransaction(ctx, async (tx) => endpoint.handle(tx, input)), replayed: false }
  const request_ = repeatable(String(key), caller.actor.id, request.method, request.url, request.body)
  return inTransaction(ctx, async (tx) => {
    const known = await recall(tx, request_)
    if (known) return { answer: known, replayed: true }
    const answer = await endpoint.handle(tx, input)
    await remember(tx, request_, endpoint.status ?? 200, answer)
    return { answer, replayed: false }
  })
}

interface Served {
  readonly answer: unknown
  readonly replayed: boolean
}

/** The payload, head set. Returned, not sent: a handler that returns the reply makes the framework wait on its stream. */
function finish(reply: FastifyReply, endpoint: Endpoint, { answer, replayed }: Served): unknown {
  reply.code(endpoint.status ?? 200)
  if (replayed) reply.header('idempotency-replayed', 'true')
  if (answer instanceof Content) {
    reply.headers(answer.headers).type(answer.type)
    return answer.body
  }
  if (answer instanceof Reply) reply.headers(answer.headers)
  if (endpoint.status === 204) return null
  return jsonText(reply, pathOf(endpoint), answer instanceof Reply ? answer.body : answer)
}

/** RFC 6749 §5 says `application/json` and nothing more; the framework adds a charset unless it is given a serializer. */
function jsonText(reply: FastifyReply, path: string, body: unknown): string {
  if (dialectOf(path) === 'oauth') reply.type('application/json').serializer(String)
  else reply.type(json)
  return JSON.stringify(body)
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  endpoint: Endpoint | undefined,
): void {
  const path = request.url.split('?', 1)[0] ?? '/'
  const { status, body } = writeProblem(problem, dialectOf(path), endpoint?.codes, request.id)
  if (status >= 500) reply.header('retry-after', '1')
  void reply.send(jsonText(reply.code(status).headers(problem.headers), path, body))
}

interface FrameworkError extends Error {
  readonly code?: string
  readonly statusCode?: number
  readonly validation?: readonly Finding[]
  readonly validationContext?: string
}

function asProblem(thrown: unknown, house: House, requestId: string): Problem {
  if (thrown instanceof Problem) return thrown
  const error = thrown as FrameworkError
  // An identifier that cannot exist is as unknown as one that does not (decisions 1).
  if (error.validation && error.validationContext === 'params') return kernelProblem('not_found')
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return kernelProblem('not_found')
  if (error.validation) return fieldsRefused(error.validation)
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return kernelProblem('body_too_large', { headers: { connection: 'close' } })
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return kernelProblem('media_type')
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_ASYNC_CONSTRAINT')
    return kernelProblem('unreadable_path')
  if (error.statusCode && error.statusCode < 500)
    return kernelProblem('unreadable_body', { message: 'The body could not be read.' })
  if (isUnavailable(error)) {
    house.log.warn({ requestId, err: error }, 'database unavailable')
    return kernelProblem('database_unavailable')
  }
  house.log.error({ requestId, err: error }, 'defect')
  return kernelProblem('internal')
}

/** How long connections may stay silent once we drain, and how long requests under way may take. */
const drainTimes = { silent: 1_000, longest: 7_000 }

/**
 * Takes no new connections, answers what comes on the open ones with "connection: close", and leaves when all is quiet.
 * Idle connections are not cut at once: a request may be on its way to us.
 */
export async function drain(server: FastifyInstance, house: House, metrics: Metrics): Promise<void> {
  const startedAt = stopwatch()
  Object.assign(health({ house }), { serving: false, draining: true })
  await closeDoor(server.server)
  const age = () => stopwatch() - startedAt
  while (age() < drainTimes.longest && (metrics.inFlight > 0 || age() < drainTimes.silent)) await pause(20)
  server.server.closeAllConnections()
  await server.close()
}
