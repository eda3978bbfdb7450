import { Type, type TSchema } from './type.ts'
import type { Problem, ProblemRow } from '../problems.ts'

/** A way of saying no (decisions 1, Error body). Slices have their own; all others speak the common one. */
export interface Dialect {
  /** What the names of its refusals begin with in the document. */
  readonly name: string
  /** Of its bodies. */
  readonly schema: TSchema
  /** `application/json` and nothing more. */
  readonly bare?: true
  /** `listed`: the codes of the operation, where the specification lists them. */
  readonly status: (row: ProblemRow, listed: readonly number[] | undefined) => number
  readonly body: (problem: Problem, status: number, requestId: string) => Record<string, unknown>
}

/** By what their paths begin with. */
export type Dialects = ReadonlyArray<readonly [prefix: string, dialect: Dialect]>

export const dialectOf = (path: string, dialects: Dialects): Dialect =>
  dialects.find(([prefix]) => path.startsWith(prefix))?.[1] ?? common

/** Broken rule, lost race and unreadable request share one code where an operation's code list has only one. */
export const interchangeable: ReadonlySet<number> = new Set([400, 409, 422])

const common: Dialect = {
  name: '',
  schema: Type.Named(
    'Refusal',
    Type.Object(
      {
        message: Type.String({ description: 'A sentence for people; of field errors it tells the first.' }),
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
  ),
  status: (row, listed) => {
    if (!interchangeable.has(row.status) || !listed || listed.includes(row.status)) return row.status
    if (listed.includes(400)) return 400
    return listed.includes(422) ? 422 : row.status
  },
  body: (problem, _status, requestId) => {
    const body = { message: sentenceOf(problem), code: problem.row.code, request_id: requestId }
    return problem.fields ? { ...body, errors: problem.fields } : body
  },
}

/** With the first field and what is wrong with it, for programs that show it alone; unless it tells the case itself. */
function sentenceOf({ message, row, fields = {} }: Problem): string {
  const [first] = Object.entries(fields)
  if (first === undefined || message !== row.sentence) return message
  const [field, sentences] = first
  return `${message} ${field}: ${sentences.join('; ').replace(/\.?$/, '.')}`
}

/**
 * For a dialect that has one sentence: the fields go into it, in what RFC 6749 §5.2 allows of a description, printable
 * ASCII without the quotation mark and the backslash.
 */
export function inOneSentence(problem: Problem): string {
  const fields = Object.entries(problem.fields ?? {}).map(([path, sentences]) => `${path}: ${sentences.join(' ')}`)
  const text = fields.length > 0 ? fields.join(' ') : problem.message
  return text
    .replaceAll('"', "'")
    .replaceAll('…', '...')
    .replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, '?')
}
