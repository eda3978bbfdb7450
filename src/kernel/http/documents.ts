import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { methodOf, pathOf, type Endpoint } from '../endpoint.ts'
import { finishDocument, openApiDocument, openApiOf } from '../openapi.ts'
import { inOpenApi30 } from './openapi30.ts'

/**
 * `/openapi.json` and, from files of our own, its page `/docs`. What makes them is large and seldom needed, so it is a
 * server of its own behind ours that begins with the first question.
 */
export function addDocuments(server: FastifyInstance, endpoints: readonly Endpoint[], publicUrl: string): void {
  let begun: Promise<FastifyInstance> | undefined
  const documents = (): Promise<FastifyInstance> =>
    (begun ??= buildDocuments(endpoints, publicUrl).catch((error: unknown) => {
      begun = undefined
      throw error
    }))
  let text: string | undefined
  server.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify((await documents()).swagger())
    return reply.type('application/json').header('cache-control', 'public, max-age=60').send(text)
  })
  const show = async (request: FastifyRequest, reply: FastifyReply) => passOn(await documents(), request, reply)
  server.get('/docs', show)
  server.get('/docs/*', show)
}

/** The page would call the document by the version and the address it is drawn from; its first sentences name the true one. */
const style = '.swagger-ui .info .title small.version-stamp, .swagger-ui .info .main > .link { display: none }'

async function buildDocuments(endpoints: readonly Endpoint[], publicUrl: string): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const server = fastify()
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
  return server
}

/** These are said by the server that holds the connection. */
const ofTheConnection = new Set(['connection', 'content-length', 'date', 'transfer-encoding'])

async function passOn(documents: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { statusCode, headers, rawPayload } = await documents.inject({ url: request.url, headers: request.headers })
  if (statusCode >= 500) throw new Error(`The documents answered ${statusCode} for ${request.url}.`)
  if (statusCode >= 400) return reply.callNotFound()
  const said = Object.entries(headers).filter(([name]) => !ofTheConnection.has(name))
  return reply
    .code(statusCode)
    .headers(Object.fromEntries(said))
    .send(rawPayload.length > 0 ? rawPayload : undefined)
}
