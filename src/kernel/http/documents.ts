import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../endpoint.ts'
import type { Described, OpenApi } from './openapi/document.ts'
import type { Pages } from './docs/pages.ts'
import { pathIn } from './answers.ts'
import { pack, sendPacked, type Packed } from './packed.ts'

/**
 * The OpenAPI documents, and the pages that show them at `/docs`. What writes them is loaded with the first question;
 * each is made once, when it is first asked for, and stays packed. `explorer` is the script by which people try operations.
 */
export function addDocuments(
  server: FastifyInstance,
  endpoints: readonly Endpoint[],
  described: Described,
  publicUrl: string,
  explorer: string,
): void {
  let made: Promise<Documents> | undefined
  const documents = () => (made ??= Documents.of(endpoints, described, publicUrl, explorer))
  const kept = new Map<string, Promise<Packed>>()
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathIn(request)
    const { q } = request.query as { q?: unknown }
    if (isDocs(path) && typeof q === 'string' && q.trim() !== '') {
      const { pages, headersOfPages } = await documents()
      return reply.headers(headersOfPages).send(pages.search(q.trim().slice(0, 100)))
    }
    const known = kept.get(path)
    if (known) return sendPacked(request, reply, await known)
    const found = (await documents()).at(path)
    if (!found) return reply.callNotFound()
    const packed = pack(Buffer.from(found.body), { 'cache-control': 'public, max-age=60', ...found.headers })
    kept.set(path, packed)
    return sendPacked(request, reply, await packed)
  }
  for (const { path } of described.apis) server.get(path, show)
  for (const path of ['/docs', '/docs/*']) server.get(path, show)
}

const isDocs = (path: string): boolean => path === '/docs' || path === '/docs/'

interface Made {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

class Documents {
  readonly #byPath: ReadonlyMap<string, OpenApi>
  readonly pages: Pages
  readonly headersOfPages: Readonly<Record<string, string>>

  constructor(byPath: ReadonlyMap<string, OpenApi>, pages: Pages, policy: string) {
    this.#byPath = byPath
    this.pages = pages
    this.headersOfPages = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  }

  static async of(
    endpoints: readonly Endpoint[],
    described: Described,
    publicUrl: string,
    explorer: string,
  ): Promise<Documents> {
    const [{ documentOf }, { Pages }, { asInline, policyWith }] = await Promise.all([
      import('./openapi/document.ts'),
      import('./docs/pages.ts'),
      import('./docs/frame.ts'),
    ])
    const byPath = new Map(
      described.apis.map((api) => [api.path as string, documentOf(api, endpoints, described, publicUrl)]),
    )
    const script = asInline(explorer)
    return new Documents(byPath, new Pages(byPath, script), policyWith(script))
  }

  at(path: string): Made | null {
    const document = this.#byPath.get(path)
    if (document) return { body: JSON.stringify(document), headers: { 'content-type': 'application/json' } }
    const page = this.pages.at(path.replace(/^\/docs\/?/, ''))
    return page === null ? null : { body: page, headers: this.headersOfPages }
  }
}
