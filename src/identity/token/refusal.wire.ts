import { inOneSentence, type Dialect } from '../../kernel/http/dialect.ts'
import { Type } from '../../kernel/http/schema.ts'
import type { ProblemRow } from '../../kernel/problems.ts'

const codes = new Set([
  'invalid_request',
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_grant_type',
  'unsupported_token_type',
])

/** RFC 6749 §5.2 knows few codes and real clients read only those: everything else becomes the nearest one. */
function codeFor({ code, status }: ProblemRow): string {
  if (codes.has(code)) return code
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** How OAuth says no. RFC 6749 §5 has `application/json` without a charset. */
export const tokenDialect: Dialect = {
  name: 'Token',
  schema: Type.Named(
    'TokenRefusal',
    Type.Object(
      { error: Type.String({ description: 'RFC 6749 §5.2.' }), error_description: Type.Optional(Type.String()) },
      { additionalProperties: false },
    ),
  ),
  bare: true,
  status: ({ code, status }) => (codes.has(code) || [404, 405, 429].includes(status) || status >= 500 ? status : 400),
  body: (problem) => ({ error: codeFor(problem.row), error_description: inOneSentence(problem) }),
}
