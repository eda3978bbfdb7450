import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { finishDocument, openApiDocument } from '../openapi.ts'

/** `/openapi.json` and, from files of our own, its page `/docs`. */
export async function addDocuments(server: FastifyInstance, publicUrl: string): Promise<void> {
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
