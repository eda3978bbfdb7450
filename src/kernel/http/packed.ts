import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A document that is the same for everybody: packed once, kept packed, and not sent again to who has it. */

export type Encoding = 'br' | 'gzip'

/**
 * Which of what we have the caller likes best, brotli where it likes both alike (RFC 9110 §12.5.3). Only what it names: `*`
 * tells nobody what it can unpack, and whoever refuses plain bytes can read them all the same.
 */
export function encodingOf(accepts = ''): Encoding | undefined {
  const weights = new Map(accepts.toLowerCase().split(',').map(weightOf))
  const [br, gzip] = [weights.get('br') ?? 0, weights.get('gzip') ?? 0]
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : undefined
}

/** `gzip;q=0.5`: a weight from 0, which refuses, to 1, which is meant where none is given. */
function weightOf(one: string): [name: string, weight: number] {
  const [name = '', ...parameters] = one.split(';').map((part) => part.trim())
  const weight = parameters.find((part) => part.startsWith('q='))?.slice(2)
  return [name, weight === undefined ? 1 : Number(weight) || 0]
}

/** Whether the caller says that it has what the tag names (RFC 9110 §13.1.2). */
export const hasAlready = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((known) => known.trim().replace(/^W\//, '') === tag || known.trim() === '*') ?? false

export interface Packed {
  readonly headers: Readonly<Record<string, string>>
  readonly tag: string
  readonly br: Buffer
  readonly gzip: Buffer
}

const [asBrotli, asGzip, asPlain] = [promisify(brotliCompress), promisify(gzip), promisify(gunzip)]

/** By threads of Node's own, while requests go on. */
export async function pack(body: Buffer, headers: Readonly<Record<string, string>>): Promise<Packed> {
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, gzip] = await Promise.all([asBrotli(body, { params }), asGzip(body)])
  return { headers, tag, br, gzip }
}

export async function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Packed): Promise<FastifyReply> {
  const encoding = encodingOf(request.headers['accept-encoding'])
  const tag = `"${packed.tag}${encoding ? `-${encoding}` : ''}"`
  reply.headers({ ...packed.headers, etag: tag, vary: 'accept-encoding' })
  if (hasAlready(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (encoding) return reply.header('content-encoding', encoding).send(packed[encoding])
  // Few cannot unpack, and nobody else shall pay for them with memory.
  return reply.send(await asPlain(packed.gzip))
}
