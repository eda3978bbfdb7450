import { Type } from './type.ts'
import type { Problem, ProblemRow } from '../problems.ts'

// Not by an import: a module's view of node:http reads all its exports, and with one of them comes a whole HTTP client.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** The three ways of saying no (decisions 1, Error body): each API has one, and one function writes each. */

export type Dialect = 'common' | 'prefix-data' | 'oauth'

interface ErrorAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Broken rule, lost race and unreadable request share one code where an operation's code list has only one. */
const interchangeable = new Set([400, 409, 422])

export function statusOf(row: ProblemRow, dialect: Dialect, listed: readonly number[] | undefined): number {
  if (!interchangeable.has(row.status)) return row.status
  if (dialect === 'prefix-data') return 400
  if (!listed || listed.includes(row.status)) return row.status
  if (listed.includes(400)) return 400
  return listed.includes(422) ? 422 : row.status
}

export function writeProblem(
  problem: Problem,
  dialect: Dialect,
  listed: readonly number[] | undefined,
  requestId: string,
): ErrorAnswer {
  if (dialect === 'oauth') return oauthAnswer(problem)
  const status = statusOf(problem.row, dialect, listed)
  if (dialect === 'prefix-data')
    return {
      status,
      body: { status: STATUS_CODES[status] ?? 'Error', code: status, error: sentenceWithFields(problem) },
    }
  const body = { message: problem.message, code: problem.row.code, request_id: requestId }
  return { status, body: problem.fields ? { ...body, errors: problem.fields } : body }
}

const oauthCodes = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_scope',
  'unsupported_grant_type',
  'unsupported_token_type',
])

/** RFC 6749 §5.2 knows few codes and real clients read only those: everything else becomes the nearest one. */
function oauthAnswer(problem: Problem): ErrorAnswer {
  const { code, status } = problem.row
  const body = (error: string) => ({ error, error_description: sentenceWithFields(problem) })
  if (oauthCodes.has(code)) return { status, body: body(code) }
  if (status === 429 || status === 503) return { status, body: body('temporarily_unavailable') }
  if (status >= 500) return { status, body: body('server_error') }
  return { status: status === 404 ? 404 : 400, body: body('invalid_request') }
}

/**
 * RFC 6749 §5.2 and the prefix-data dialect have one sentence, so the fields go into it. §5.2 allows printable ASCII
 * without the quotation mark and the backslash.
 */
function sentenceWithFields(problem: Problem): string {
  const fields = Object.entries(problem.fields ?? {}).map(([path, sentences]) => `${path}: ${sentences.join(' ')}`)
  const text = fields.length > 0 ? fields.join(' ') : problem.message
  return text
    .replaceAll('"', "'")
    .replaceAll('…', '...')
    .replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, '?')
}

export const errorSchemas = {
  common: Type.Object(
    {
      message: Type.String({ description: 'A sentence for people.' }),
      code: Type.String({ description: 'Stable; programs may rely on it.' }),
      errors: Type.Optional(
        Type.Record(Type.Array(Type.String()), {
          description: 'Field path to sentences; only for field errors.',
        }),
      ),
      request_id: Type.String(),
    },
    { additionalProperties: false },
  ),
  'prefix-data': Type.Object(
    {
      status: Type.String({ description: 'The HTTP reason phrase.' }),
      code: Type.Integer({ description: 'The HTTP status.' }),
      error: Type.String({ description: 'A sentence for people.' }),
    },
    { additionalProperties: false },
  ),
  oauth: Type.Object(
    { error: Type.String({ description: 'RFC 6749 §5.2.' }), error_description: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
} as const
