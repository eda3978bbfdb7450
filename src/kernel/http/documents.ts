import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { methodOf, pathOf, type Endpoint } from '../endpoint.ts'
import { finishDocument, openApiDocument, openApiOf } from './openapi.ts'
import { inOpenApi30 } from './openapi30.ts'
import { pack, sendPacked, type Packed } from './packed.ts'

/**
 * `/openapi.json` and, from files of our own, its page `/docs`. What makes them is large and seldom needed: it begins with
 * the first question, makes all of them once, and is let go of. Packed they stay.
 */
export function addDocuments(server: FastifyInstance, endpoints: readonly Endpoint[], publicUrl: string): void {
  let made: Promise<Documents> | undefined
  const documents = (): Promise<Documents> =>
    (made ??= makeDocuments(endpoints, publicUrl).catch((error: unknown) => {
      made = undefined
      throw error
    }))
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await (await documents()).get(request.url.split('?', 1)[0] ?? '')
    return found ? sendPacked(request, reply, found) : reply.callNotFound()
  }
  for (const url of ['/openapi.json', '/docs', '/docs/*']) server.get(url, show)
}

/** The page would call the document by the version and the address it is drawn from; its first sentences name the true one. */
const style = '.swagger-ui .info .title small.version-stamp, .swagger-ui .info .main > .link { display: none }'

async function buildDocuments(
  endpoints: readonly Endpoint[],
  publicUrl: string,
): Promise<{ server: FastifyInstance; questions: ReadonlySet<string> }> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const server = fastify()
  const files = globSync('*', {
    cwd: join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static'),
  })
  // What the page shows first is made first.
  const questions = new Set(['/docs/', '/docs/json', '/openapi.json', ...files.map((name) => `/docs/static/${name}`)])
  server.addHook('onRoute', ({ url }) => void (/^\/docs[^*]*$/.test(url) && questions.add(url)))
  let drawn: Record<string, unknown> | undefined
  // Nobody calls these routes: they are here to be described.
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(() => (data) => JSON.stringify(data))
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
    theme: { title: 'Sublet API', css: [{ filename: 'sublet.css', content: style }] },
    transformSpecification: (document) => (drawn ??= inOpenApi30(document)),
    transformSpecificationClone: false,
  })
  for (const endpoint of endpoints)
    server.route({
      method: methodOf(endpoint),
      url: pathOf(endpoint),
      schema: openApiOf(endpoint),
      handler: () => undefined,
    })
  await server.ready()
  return { server, questions }
}

type Documents = ReadonlyMap<string, Promise<Packed | null>>

/** What the server behind answers to each question it has an answer for. One after the other: no two are open at a time. */
async function makeDocuments(endpoints: readonly Endpoint[], publicUrl: string): Promise<Documents> {
  const { server, questions } = await buildDocuments(endpoints, publicUrl)
  const made = new Map<string, Promise<Packed | null>>()
  let last: Promise<unknown> = Promise.resolve()
  for (const url of questions) {
    const next = last.then(() => (url === '/openapi.json' ? packText(server) : packAnswer(server, url)))
    made.set(url, next)
    last = next.catch(() => null)
  }
  void last.then(() => letGo(server))
  return made
}

const kept = { 'cache-control': 'public, max-age=60' }

const packText = (server: FastifyInstance): Promise<Packed> =>
  pack(Buffer.from(JSON.stringify(server.swagger())), { ...kept, 'content-type': 'application/json' })

async function packAnswer(server: FastifyInstance, url: string): Promise<Packed | null> {
  const { statusCode, headers, rawPayload } = await server.inject({ url })
  if (statusCode >= 500) throw new Error(`The documents answered ${statusCode} for ${url}.`)
  if (statusCode !== 200) return null
  const { 'content-type': type, 'content-security-policy': policy } = headers
  return pack(rawPayload, { ...kept, 'content-type': String(type), 'content-security-policy': String(policy) })
}

/** It leaves some hundred megabytes behind. */
async function letGo(server: FastifyInstance): Promise<void> {
  await server.close()
  await globalThis.gc?.({ type: 'major', execution: 'async' })
}
