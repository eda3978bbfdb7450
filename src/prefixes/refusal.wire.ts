import { inOneSentence, interchangeable, type Dialect } from '../kernel/http/dialect.ts'
import { Type } from '../kernel/http/schema.ts'

// Not by an import: a module's view of node:http reads all its exports, and with one of them comes a whole HTTP client.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** How prefix data says no: a reason, a status and one sentence; of broken requests it knows only 400. */
export const prefixDataDialect: Dialect = {
  name: 'PrefixData',
  schema: Type.Named(
    'PrefixDataRefusal',
    Type.Object(
      {
        status: Type.String({ description: 'The HTTP reason phrase.' }),
        code: Type.Integer({ description: 'The HTTP status.' }),
        error: Type.String({ description: 'A sentence for people.' }),
      },
      { additionalProperties: false },
    ),
  ),
  status: ({ status }) => (interchangeable.has(status) ? 400 : status),
  body: (problem, status) => ({ status: STATUS_CODES[status] ?? 'Error', code: status, error: inOneSentence(problem) }),
}
