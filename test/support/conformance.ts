import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { errorSchemas } from '../../src/kernel/dialect.ts'
import { dialectOf, pathOf, type Endpoint } from '../../src/kernel/endpoint.ts'
import { refusalsOf } from '../../src/kernel/openapi.ts'

/**
 * Every answer in every test is held against the endpoint's declaration: the body against its schema, a refusal against
 * the rows it lists. Refusals seen are written down, so that `provoked.ts` can say which row no test has met.
 */

export const provokedDir = join(import.meta.dirname, '../../node_modules/.cache/sublet-provoked')

const ajv = new Ajv({ strict: false, validateFormats: false })

export function watchAnswers(endpoints: readonly Endpoint[]): (server: FastifyInstance) => void {
  const byId = new Map(
    endpoints.map((endpoint) => [endpoint.id, { endpoint, check: endpoint.answer && ajv.compile(endpoint.answer) }]),
  )
  mkdirSync(provokedDir, { recursive: true })
  return (server) => {
    server.addHook('onSend', async (request, reply, payload) => {
      const id = request.routeOptions.schema?.operationId
      const known = id === undefined ? undefined : byId.get(id)
      if (!known) return payload
      const { endpoint, check } = known
      const fail = (why: string) => {
        throw new Error(`${endpoint.id} answered ${reply.statusCode} ${String(payload).slice(0, 300)}: ${why}`)
      }
      if (reply.statusCode >= 400) noteRefusal(endpoint, reply.statusCode, String(payload), fail)
      else if (check && typeof payload === 'string' && !check(JSON.parse(payload))) fail(ajv.errorsText(check.errors))
      return payload
    })
  }
}

function noteRefusal(endpoint: Endpoint, status: number, payload: string, fail: (why: string) => void): void {
  const dialect = dialectOf(pathOf(endpoint))
  const body = JSON.parse(payload) as { code?: string | number; error?: string }
  if (!ajv.validate(errorSchemas[dialect], body)) fail(ajv.errorsText(ajv.errors))
  const listed = refusalsOf(endpoint)
  const code = dialect === 'common' ? String(body.code) : dialect === 'oauth' ? String(body.error) : ''
  if (dialect === 'common' && status !== 500 && !listed.some((row) => row.code === code))
    fail(`${code} is not declared`)
  appendFileSync(join(provokedDir, `${process.pid}.txt`), `${endpoint.id} ${code} ${status}\n`)
}
