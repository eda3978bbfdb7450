import cors from '@fastify/cors'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { readForm, readJson, readParts, wrongMediaType } from './bodies.ts'
import { stopwatch } from '../clock.ts'
import { cutOff } from '../work/cut-off.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Identities } from './gate.ts'
import { health } from '../health.ts'
import type { House } from '../house.ts'
import { RateLimit, takeOne } from './limits.ts'
import { PathMethods } from './methods.ts'
import type { Metrics } from '../metrics.ts'
import { kernelProblem, type Problem } from '../problems.ts'
import { readQuery } from './query-string.ts'
import { asProblem, finishRefusal, pathIn } from './answers.ts'
import { addDocuments } from './documents.ts'
import type { Described } from './openapi/document.ts'
import { InFlightSlot } from './in-flight.ts'
import { packAnswers } from './outgoing.ts'
import { requestIds } from './request-ids.ts'
import { routesFor, settle } from './route.ts'
import { refuseUnreadable, socketTimes } from './sockets.ts'
import { buildValidator } from './validators.ts'

interface ServerParts {
  readonly house: House
  readonly endpoints: readonly Endpoint[]
  readonly described: Described
  readonly identities: Identities
  readonly metrics: Metrics
  /** The script by which people try operations at `/docs`; without it they read. */
  readonly explorer?: string | undefined
  /** Adds what is no part of the API: pages for people. */
  readonly pages?: (server: FastifyInstance) => void
  /** Answers people who follow a link to nowhere; undefined leaves it to the API's own words. */
  readonly lost?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined
  /** Sees the server before its routes are added. */
  readonly watch?: (server: FastifyInstance) => void
}

const bodyLimit = 1_048_576

/** What is logged and counted for a caller who did not wait for the answer, as nginx has it. */
const hungUp = 499

export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { house, endpoints, described, identities, metrics, explorer = '', pages, watch } = parts
  const { config } = house
  const refuse: Refuse = (request, reply, problem) =>
    finishRefusal(request, reply, problem, undefined, described.dialects)
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
    routerOptions: { querystringParser: readQuery, maxParamLength: 16_384 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } },
    schemaController: { compilersFactory: { buildValidator, buildSerializer: () => () => JSON.stringify } },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      // No hook has run for these.
      reply.headers(headers).header('x-request-id', request.id)
      void (reply as FastifyReply).send(refuse(request, reply, asProblem(error, house, request)))
    },
  })
  server.decorateRequest('caller', null)
  server.decorateRequest('tenant', null)
  server.decorateRequest('slot')
  server.decorateRequest('ctx')
  server.decorateRequest('bytes')
  acceptBodies(server)
  addHooks(server, house, metrics, headers)
  watch?.(server)
  packAnswers(server)
  addRefusals(server, parts, refuse)
  if (config.corsOrigins.length > 0)
    await server.register(cors, { origin: [...config.corsOrigins], methods: corsMethods, maxAge: 600, exposedHeaders })
  addDocuments(server, endpoints, described, config.publicUrl, explorer)
  pages?.(server)
  const limits = { callers: new RateLimit(config.rateLimit), anyone: new RateLimit(config.publicRateLimit) }
  for (const endpoint of endpoints)
    for (const route of routesFor({ house, identities, limits, dialects: described.dialects }, endpoint))
      server.route(route)
  return server
}

type Refuse = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => string

function addRefusals(server: FastifyInstance, { house, lost }: ServerParts, refuse: Refuse): void {
  const methods = new PathMethods(server)
  server.setErrorHandler((error, request, reply) => refuse(request, reply, asProblem(error, house, request)))
  server.setNotFoundHandler((request, reply) => {
    const otherwise = methods.refusalOf(request.method, pathIn(request))
    if (otherwise) return refuse(request, reply, otherwise)
    return lost?.(request, reply) ?? refuse(request, reply, kernelProblem('route_not_found'))
  })
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

function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { bytes: wantsBytes, form } = request.routeOptions.config
    if (wantsBytes) request.bytes = bytes as Buffer
    settle(() => {
      if (form) throw wrongMediaType(form)
      return readJson(bytes as Buffer)
    }, done)
  })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, bytes, done) => {
    settle(() => readForm(bytes as Buffer), done)
  })
  const readMultipart = async (request: FastifyRequest, bytes: string | Buffer) => {
    const { form } = request.routeOptions.config
    if (form !== 'either') throw wrongMediaType(form)
    return readParts(bytes as Buffer<ArrayBuffer>, request.headers['content-type'] ?? '')
  }
  server.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readMultipart)
}

function addHooks(
  server: FastifyInstance,
  house: House,
  metrics: Metrics,
  headers: Readonly<Record<string, string>>,
): void {
  const files = new RateLimit(house.config.fileRateLimit)
  server.addHook('onRequest', (request, reply, done) => {
    const startedAt = stopwatch()
    request.slot = new InFlightSlot(metrics)
    reply.raw.once('close', () => conclude(request, reply, house, metrics, stopwatch() - startedAt))
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    if (health({ house }).draining) reply.header('connection', 'close')
    // What is no endpoint: documents, pages and their files, and what does not exist.
    if (request.routeOptions.config.operation !== undefined) return done()
    settle(
      () => reply.headers(takeOne(files, request.ip)),
      (error) => done(error ?? undefined),
    )
  })
}

/** When the connection is done with a request, answered or hung up on: counted, logged, and its slot free again. */
function conclude(request: FastifyRequest, reply: FastifyReply, house: House, metrics: Metrics, ms: number): void {
  request.slot.leave()
  const status = reply.raw.writableEnded ? reply.statusCode : hungUp
  const { method, id: requestId } = request
  const path = pathIn(request).slice(0, 512)
  metrics.observe(request.routeOptions.config.operation ?? 'none', status, ms / 1_000)
  // Who had not said all of it yet can say it again elsewhere.
  if (status === hungUp && request.raw.complete) noteCutOff(house, requestId, `${method} ${path}`)
  house.log.request({
    requestId,
    method,
    path,
    status,
    ms,
    caller: request.caller?.actor.id,
    tenant: request.tenant,
  })
}

/** Only when it was us who ended the connection, because our time was up. */
function noteCutOff(house: House, id: string, name: string): void {
  const { hasBegun, list } = cutOff({ house })
  if (hasBegun) list.push({ what: 'request', id, name })
}

function securityHeaders(https: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
