import { refusalsOf } from '../declared.ts'
import { dialectOf, type Dialects } from '../dialect.ts'
import { isRepeatable, pathOf, type Endpoint } from '../../endpoint.ts'
import { kernelProblem, type ProblemRow } from '../../problems.ts'
import type { Schemas } from './schemas.ts'

/** What an operation answers: its answer, what else is one, and every refusal by its status. */

const { STATUS_CODES } = process.getBuiltinModule('node:http')

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, object>>
}

/** What several operations may share under a name. */
export interface Refusal {
  readonly name: string
  readonly response: Response
}

const integer = (description: string) => ({ description, schema: { type: 'integer' } })

export const headers = {
  'RateLimit-Limit': integer('How many requests a minute are answered.'),
  'RateLimit-Remaining': integer('How many of them are left.'),
  'RateLimit-Reset': integer('Seconds until there are all of them again.'),
  'Retry-After': integer('Seconds to wait before the next try.'),
  'Idempotency-Replayed': {
    description: 'There, and `true`, when this is the answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const

const show = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

export function answersOf(endpoint: Endpoint, schemas: Schemas): Record<string, Response> {
  const shown = {
    ...(endpoint.unlimited ? {} : show(...limits)),
    ...(isRepeatable(endpoint) ? show('Idempotency-Replayed') : {}),
  }
  const around = Object.keys(shown).length > 0 ? { headers: shown } : {}
  const content = contentOf(endpoint, schemas)
  const also = Object.entries(endpoint.also ?? {}).map(([status, description]): [string, Response] => [
    status,
    { description, ...around, ...(status === '204' || status === '303' || !content ? {} : { content }) },
  ])
  const description = content ? 'Done.' : 'Done; no content.'
  return {
    [endpoint.status ?? 200]: { description, ...around, ...(content ? { content } : {}) },
    ...Object.fromEntries(also),
  }
}

function contentOf({ answer, content = [], examples }: Endpoint, schemas: Schemas): Record<string, object> | undefined {
  const others = [content].flat().map((type): [string, object] => [type, { schema: { type: 'string' } }])
  const example = examples?.answer === undefined ? {} : { example: examples.answer }
  const json: [string, object][] = answer ? [['application/json', { schema: schemas.write(answer), ...example }]] : []
  const all = [...others, ...json]
  return all.length > 0 ? Object.fromEntries(all) : undefined
}

export function refusalResponses(endpoint: Endpoint, dialects: Dialects, schemas: Schemas): Map<string, Refusal> {
  const dialect = dialectOf(pathOf(endpoint), dialects)
  const rows = [...refusalsOf(endpoint), ...kernelProblem.rows('internal')]
  const byStatus = Map.groupBy(rows, (row) => dialect.status(row, endpoint.codes))
  const content = { 'application/json': { schema: schemas.write(dialect.schema) } }
  return new Map(
    [...byStatus].map(([status, refused]) => [
      String(status),
      {
        name: dialect.name + nameOfRefusal(status, refused),
        response: { ...refusalResponse(status, refused), content },
      },
    ]),
  )
}

function refusalResponse(status: number, rows: readonly ProblemRow[]): Response {
  const description = rows.map(({ code, sentence }) => `- \`${code}\`: ${sentence}`).join('\n')
  if (status === 429) return { description, headers: show(...limits, 'Retry-After') }
  return status === 503 ? { description, headers: show('Retry-After') } : { description }
}

/** Only who changes something can be refused for these. */
const changing = new Set(['read_only_scope', 'outcome_unknown', 'unreadable_body', 'idempotency_mismatch'])

/** By what it says where it says one thing, otherwise by its status. */
function nameOfRefusal(status: number, rows: readonly ProblemRow[]): string {
  const [row] = rows
  const words = row && rows.length === 1 ? row.code : (STATUS_CODES[status] ?? String(status))
  const noun = words.replaceAll(/(?:^|[ _-])([a-z])/gi, (_match, initial: string) => initial.toUpperCase())
  const kind = rows.length > 1 && rows.some(({ code }) => changing.has(code)) ? 'OfChange' : ''
  return noun + kind
}
