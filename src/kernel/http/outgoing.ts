import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodingOf, hasAlready, type Encoding } from './packed.ts'

/**
 * Answers on their way out: more than a kilobyte goes packed to who can unpack it, and what seldom changes (`tagged`)
 * carries an entity tag and is not sent again to who has it (ADR 95).
 */

/** Below it, packing saves no packet. */
const smallest = 1_000

const worthPacking = /^(text\/|application\/([\w.-]+\+)?(json|xml)|image\/svg\+xml)/

/** As small as higher ones make JSON, and quicker than gzip; what is packed once, as documents are, is packed better. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
/** A stream is as long as it likes: with a window of 256 KiB a file is as small, and takes a third of the memory while it is packed. */
const brotliStream = { params: { ...brotli.params, [constants.BROTLI_PARAM_LGWIN]: 18 } }
const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]

type Body = string | Buffer | Readable

export function packAnswers(server: FastifyInstance): void {
  // The framework's own way with HEAD reads streams to their end, and tells a length where there is no body to measure.
  server.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') delete route.onSend
  })
  server.addHook('onSend', async (request, reply, payload) => {
    const sent = isBody(payload) ? await outgoing(request, reply, payload) : payload
    return request.method === 'HEAD' && isBody(sent) ? withoutBody(reply, sent) : sent
  })
}

const isBody = (payload: unknown): payload is Body =>
  typeof payload === 'string' || payload instanceof Buffer || payload instanceof Readable

function outgoing(request: FastifyRequest, reply: FastifyReply, body: Body): Body | null | Promise<Buffer> {
  // Packed already, as documents and the portal's files are.
  if (reply.hasHeader('content-encoding')) return body
  const encoding = isWorthPacking(reply, body) ? chosenFor(request, reply) : undefined
  if (request.routeOptions.config.tagged && reply.statusCode === 200 && !(body instanceof Readable))
    if (isKnown(request, reply, tagOf(body, encoding))) return null
  return encoding ? packed(request, reply, body, encoding) : body
}

function isWorthPacking(reply: FastifyReply, body: Body): boolean {
  if (!(body instanceof Readable) && body.length <= smallest) return false
  return worthPacking.test(String(reply.getHeader('content-type')))
}

function chosenFor(request: FastifyRequest, reply: FastifyReply): Encoding | undefined {
  const known = String(reply.getHeader('vary') ?? '')
  if (!known.includes('accept-encoding')) reply.header('vary', [known, 'accept-encoding'].filter(Boolean).join(', '))
  return isLured(request) ? undefined : encodingOf(request.headers['accept-encoding'])
}

/**
 * Whether another site has made a browser ask, with its cookie. Who can do that, and watches the line, would learn from
 * lengths what stands beside words that they chose (BREACH).
 */
function isLured({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return headers.cookie !== undefined && site !== undefined && site !== 'same-origin' && site !== 'none'
}

function packed(
  { method }: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  encoding: Encoding,
): Readable | Promise<Buffer> {
  reply.header('content-encoding', encoding).removeHeader('content-length')
  if (!(body instanceof Readable)) return packedOnce(body, encoding)
  if (method === 'HEAD') return body
  const packer = encoding === 'br' ? createBrotliCompress(brotliStream) : createGzip()
  // Whoever is destroyed takes the other along; what went wrong is heard at the packer, by who sends it.
  pipeline(body, packer, () => undefined)
  return packer
}

/** Bytes that are sent more than once are tagged and packed once. */
const sentBefore = new WeakMap<Buffer, Map<Encoding | 'tag', unknown>>()

function once<T>(body: string | Buffer, what: Encoding | 'tag', make: () => T): T {
  if (typeof body === 'string') return make()
  const made = sentBefore.get(body) ?? new Map<Encoding | 'tag', unknown>()
  sentBefore.set(body, made)
  if (!made.has(what)) made.set(what, make())
  return made.get(what) as T
}

const packedOnce = (body: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  once(body, encoding, () => (encoding === 'br' ? asBrotli(body, brotli) : asGzip(body)))

/** What GET would have got is measured and left out; a stream is not begun, and has no length to tell. */
function withoutBody(reply: FastifyReply, body: Body): Body | null {
  // The framework takes from it what a head without a body must not say.
  if (reply.statusCode === 204) return body
  if (body instanceof Readable) body.destroy()
  else reply.header('content-length', Buffer.byteLength(body))
  return null
}

/** Another one for each encoding (RFC 9110 §8.8.3.3). */
function tagOf(body: string | Buffer, encoding: Encoding | undefined): string {
  const digest = once(body, 'tag', () => createHash('sha256').update(body).digest('base64url').slice(0, 27))
  return `"${digest}${encoding ? `-${encoding}` : ''}"`
}

/** Sets the tag; whether the caller has it. What nobody may store, who asks may keep and ask about. */
function isKnown(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  if (reply.getHeader('cache-control') === 'no-store') reply.header('cache-control', 'private, no-cache')
  if (!hasAlready(request.headers['if-none-match'], tag)) return false
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return true
}
