import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { described } from '../../src/app/described.ts'
import { dialectOf } from '../../src/kernel/http/dialect.ts'
import { pathOf, type Endpoint } from '../../src/kernel/endpoint.ts'
import { refusalsOf } from '../../src/kernel/http/declared.ts'
import { Schemas } from '../../src/kernel/http/openapi/schemas.ts'
import { Problem } from '../../src/kernel/problems.ts'

/**
 * Every answer in every test is held against what the documents say of the endpoint: the body against its schema, nouns
 * and trees included, a refusal against the rows it lists. Refusals seen are written down, so that `provoked.ts` can say which row no test has met.
 */

export const provokedDir = join(import.meta.dirname, '../../node_modules/.cache/sublet-provoked')

/** Once per run, though every project of tests sets itself up: they share the process, and with it its environment. */
export function forgetProvoked(): void {
  const run = String(process.pid)
  if (process.env['SUBLET_TEST_RUN'] === run) return
  process.env['SUBLET_TEST_RUN'] = run
  rmSync(provokedDir, { recursive: true, force: true })
  mkdirSync(provokedDir, { recursive: true })
}

const ajv = new Ajv({ strict: false, validateFormats: false })

type Fail = (why: string) => never

export function watchAnswers(endpoints: readonly Endpoint[]): (server: FastifyInstance) => void {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const checkOf = checksOf(endpoints)
  const thrown = new WeakMap<FastifyRequest, Problem>()
  mkdirSync(provokedDir, { recursive: true })
  return (server) => {
    server.addHook('onError', async (request, _reply, error) => {
      if ((error as unknown) instanceof Problem) thrown.set(request, error as unknown as Problem)
    })
    server.addHook('onSend', async (request, reply, payload) => {
      const id = request.routeOptions.config.operation
      const endpoint = id === undefined ? undefined : byId.get(id)
      if (!endpoint) {
        if (reply.statusCode >= 400) note('-', codeIn(String(payload)), reply.statusCode)
        return payload
      }
      const check = checkOf(endpoint.id)
      const fail: Fail = (why) => {
        throw new Error(`${endpoint.id} answered ${reply.statusCode} ${String(payload).slice(0, 300)}: ${why}`)
      }
      const isAnswer = reply.statusCode < 400 || (reply.statusCode in (endpoint.also ?? {}) && !thrown.has(request))
      const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
      if (!isAnswer) checkRefusal(endpoint, reply.statusCode, String(payload), thrown.get(request), fail)
      else if (check && isJson && typeof payload === 'string' && !check(JSON.parse(payload)))
        fail(ajv.errorsText(check.errors))
      return payload
    })
  }
}

type ChecksOf = (id: string) => ValidateFunction | undefined

const known = new WeakMap<readonly Endpoint[], ChecksOf>()

/** As the documents write the answers, and compiled when first met: once for all worlds with the same endpoints. */
function checksOf(endpoints: readonly Endpoint[]): ChecksOf {
  const checks = known.get(endpoints) ?? writeChecks(endpoints)
  known.set(endpoints, checks)
  return checks
}

function writeChecks(endpoints: readonly Endpoint[]): ChecksOf {
  const schemas = new Schemas()
  const answers = Object.fromEntries(
    endpoints.flatMap(({ id, answer }) => (answer ? [[id, schemas.write(answer)]] : [])),
  )
  const validator = new Ajv({ strict: false, validateFormats: false })
  validator.addSchema({ answers, components: { schemas: schemas.all() } }, 'document')
  return (id) => (id in answers ? validator.getSchema(`document#/answers/${id}`) : undefined)
}

function checkRefusal(
  endpoint: Endpoint,
  status: number,
  payload: string,
  problem: Problem | undefined,
  fail: Fail,
): void {
  const dialect = dialectOf(pathOf(endpoint), described.dialects)
  if (!ajv.validate(dialect.schema, JSON.parse(payload))) fail(ajv.errorsText(ajv.errors))
  const code = problem?.row.code ?? (dialect.name === '' ? codeIn(payload) : '')
  const listed = refusalsOf(endpoint)
  if (status !== 500) {
    if (code !== '' && !listed.some((row) => row.code === code)) fail(`${code} is not declared`)
    const statuses = listed.map((row) => dialect.status(row, endpoint.codes))
    if (!statuses.includes(status)) fail(`${status} is not declared`)
  }
  note(endpoint.id, code, status)
}

function codeIn(payload: string): string {
  return /"code":"([a-z_]+)"/.exec(payload)?.[1] ?? ''
}

const noted = new Set<string>()

function note(id: string, code: string, status: number): void {
  const line = `${id} ${code} ${status}\n`
  if (noted.has(line)) return
  noted.add(line)
  appendFileSync(join(provokedDir, `${process.pid}.txt`), line)
}
