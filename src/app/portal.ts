import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodingOf, hasAlready } from '../kernel/http/packed.ts'
import { root } from '../kernel/root.ts'
import { slot } from '../kernel/slot.ts'
import type { Built, BuiltFile } from '../../web/build.ts'
import { digestOf, isMadeOf } from './portal-sources.ts'

/** The portal's files: made when they are missing or old, and served as they were made. */

const folder = join(root, 'dist/portal')

/** The addresses of its pages. Whatever else there is no endpoint for stays 404. */
const pages = [
  '/home',
  '/sign-in',
  '/sign-up',
  '/first-run',
  '/forgot-password',
  '/password',
  '/invitation',
  '/unsubscribe/*',
  '/terms',
  '/privacy',
  '/contact',
  '/status',
  '/market',
  '/market/*',
  '/account',
  '/account/*',
  '/c/*',
  '/operator',
  '/operator/*',
]

/** Only scripts that carry the nonce of this answer run, and what they import; nothing that was slipped in does. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

function readBuilt(): Built | null {
  const path = join(folder, 'built.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Built) : null
}

/** As the build calls it (`web/build.ts`). */
const explorerFile = '/explorer.js'

export const cannotBuild =
  'The portal cannot be built without its tools: run "npm ci" without --omit=dev, then "npm run build".'

/**
 * Builds what is not there yet. Where the tools to do so are not installed, or only what was built, what is there is
 * served: an older portal, or none, which is then said.
 */
export async function preparePortal(say: (line: string) => void): Promise<'fresh' | 'built' | 'unable'> {
  if (!['web/main.tsx', 'node_modules/vite'].every((name) => existsSync(join(root, name)))) {
    if (!readBuilt()) say(`${cannotBuild} Without it, / is a plain page of links; the APIs are served as ever.`)
    return 'unable'
  }
  const built = readBuilt()
  if (built?.sources && isMadeOf(root, built.sources)) return 'fresh'
  say('Building the portal, once for this version …')
  const { buildPortal } = await import('../../web/build.ts')
  await buildPortal(folder, digestOf)
  return 'built'
}

/** As it may stand in an attribute: what would end it is escaped by the way that addresses are written. */
const asWritten = (url: string): string => new URL(url).href.replace(/\/$/, '')

interface Sent {
  readonly body: Buffer
  readonly type: string
  readonly headers: Record<string, string>
}

export class Portal {
  readonly #built: Built
  readonly #publicUrl: string
  #html: string | undefined

  constructor(built: Built, publicUrl: string) {
    this.#built = built
    this.#publicUrl = publicUrl
  }

  get files(): readonly string[] {
    return Object.keys(this.#built.files)
  }

  /** The script of `/docs`, which stands in its pages; portals built before it was there have none. */
  get explorer(): string | undefined {
    return explorerFile in this.#built.files ? readFileSync(join(folder, explorerFile), 'utf8') : undefined
  }

  /** Another one each time: nobody keeps it. */
  async page(): Promise<Sent> {
    this.#html ??= await this.#pageOfThisHouse()
    const nonce = randomBytes(16).toString('base64url')
    const headers = {
      'cache-control': 'no-store',
      'content-security-policy': policyWith(nonce),
      'referrer-policy': 'same-origin',
    }
    return {
      body: Buffer.from(this.#html.replaceAll(this.#built.nonceMark, nonce)),
      type: 'text/html; charset=utf-8',
      headers,
    }
  }

  async #pageOfThisHouse(): Promise<string> {
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    const { publicUrlMark } = this.#built
    return publicUrlMark === undefined ? html : html.replaceAll(publicUrlMark, asWritten(this.#publicUrl))
  }

  async file(name: string, accepts = ''): Promise<Sent> {
    const file = this.#built.files[name] as BuiltFile
    const encoding = file.packed ? encodingOf(accepts) : undefined
    const suffix = { br: '.br', gzip: '.gz' }
    const body = await readFile(join(folder, `${name}${encoding ? suffix[encoding] : ''}`))
    const headers = {
      etag: `"${file.tag}${encoding ? `-${encoding}` : ''}"`,
      'cache-control': file.forever ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(file.packed && { vary: 'accept-encoding' }),
      ...(encoding && { 'content-encoding': encoding }),
    }
    return { body, type: file.type, headers }
  }
}

/** What was built, as it was at the start; null when nothing was. */
export const portal = slot(({ config }): Portal | null => {
  const built = readBuilt()
  return built && new Portal(built, config.publicUrl)
})

export function addPortal(server: FastifyInstance, portal: Portal | null): void {
  if (!portal) return
  const serve = (name: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { body, type, headers } = await portal.file(name, request.headers['accept-encoding'])
    reply.headers(headers)
    if (hasAlready(request.headers['if-none-match'], headers['etag'] ?? '')) return reply.code(304).send()
    return reply.type(type).send(body)
  }
  for (const name of portal.files) if (name !== '/index.html') server.get(name, serve(name))
  const servePage = async (_request: FastifyRequest, reply: FastifyReply) => sendPage(portal, reply)
  for (const page of pages) server.get(page, servePage)
}

async function sendPage(portal: Portal, reply: FastifyReply): Promise<FastifyReply> {
  const { body, type, headers } = await portal.page()
  return reply.headers(headers).type(type).send(body)
}

/** A browser that asks for a page that does not exist gets one that says so; programs are told in the API's words. */
export const lostPage =
  (portal: Portal | null) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
    return portal && wantsPage ? sendPage(portal, reply.code(404)) : undefined
  }
