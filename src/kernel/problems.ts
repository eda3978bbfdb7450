/** Refusals are rows: a stable code, an HTTP status, and a sentence that says what to do. Throw them. */

export interface ProblemRow {
  readonly code: string
  readonly status: number
  readonly sentence: string
}

export interface ProblemDetails {
  /** A sentence for this one case, where the row's own is too general. */
  readonly message?: string
  /** Field path to sentences, for refusals that name fields. */
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
}

export class Problem extends Error {
  readonly row: ProblemRow
  readonly fields: ProblemDetails['fields']
  readonly headers: Readonly<Record<string, string>>

  constructor(row: ProblemRow, details: ProblemDetails = {}) {
    super(details.message ?? row.sentence)
    this.row = row
    this.fields = details.fields
    this.headers = details.headers ?? {}
  }
}

interface ProblemTable<Code extends string> {
  (code: Code, details?: ProblemDetails): Problem
  rows(...codes: Code[]): ProblemRow[]
  readonly all: readonly ProblemRow[]
}

export function problems<Code extends string>(
  table: Record<Code, readonly [status: number, sentence: string]>,
): ProblemTable<Code> {
  const row = (code: Code): ProblemRow => ({ code, status: table[code][0], sentence: table[code][1] })
  const make = (code: Code, details?: ProblemDetails) => new Problem(row(code), details)
  return Object.assign(make, {
    rows: (...codes: Code[]) => codes.map(row),
    all: (Object.keys(table) as Code[]).map(row),
  })
}

/** What any endpoint may answer, whatever it does. */
export const kernelProblem = problems({
  token_missing: [401, 'Send an access token in the header "Authorization: Bearer …"; get one at /oauth2/token.'],
  token_invalid: [401, 'The access token is malformed, was not issued here or has been altered; get a new one.'],
  token_expired: [401, 'The access token has expired; get a new one at /oauth2/token.'],
  address_not_allowed: [
    403,
    'The app key of this token may not be used from this address; an owner of the company says from where.',
  ],
  token_revoked: [401, 'The access token, its app key or its company has been revoked; use another app key.'],
  session_missing: [401, 'Sign in first: there is no session, or it has ended.'],
  session_bounded: [
    403,
    'You are signed in through a company’s single sign-on, for that company only; sign in with your password for what is your own.',
  ],
  sign_on_required: [403, 'This company lets you in through its single sign-on only; sign in that way.'],
  scope_missing: [403, 'The access token does not carry the scope this API needs; ask for it in the token request.'],
  read_only_scope: [
    403,
    'The access token carries only the read form of this scope; ask for the full scope to change things.',
  ],
  tenant_mismatch: [403, 'The company in the path is not the one these credentials belong to.'],
  role_missing: [403, 'Your role in this company does not allow this; ask an owner.'],
  second_factor_missing: [
    403,
    'This needs a second factor, which you have not set up: do so under Security in your account, then come back.',
  ],
  proof_needed: [403, 'Prove once more who you are, at /portal/proof, and repeat this within ten minutes.'],
  company_closed: [403, 'This company is suspended or closed: its people may look, but change nothing.'],
  cross_site: [403, 'This request came from another site; the portal answers only its own pages.'],
  not_found: [404, 'There is no such object.'],
  route_not_found: [404, 'There is no such address; the API is described at /docs.'],
  method_not_allowed: [405, 'This address does not take that method; the header "Allow" names those it takes.'],
  unreadable_path: [400, 'The path is not valid percent-encoded UTF-8.'],
  unreadable_query: [400, 'The query string is not valid percent-encoded UTF-8.'],
  unreadable_body: [400, 'The body is not readable JSON.'],
  invalid_fields: [422, 'Some fields are not acceptable; see "errors".'],
  idempotency_key_invalid: [422, 'Idempotency-Key takes 1 to 255 visible ASCII characters.'],
  idempotency_mismatch: [422, 'This Idempotency-Key was used for another request; use a new key.'],
  idempotency_in_progress: [409, 'A request with this Idempotency-Key is still running; try again in a moment.'],
  state_conflict: [409, 'The object has changed state meanwhile; read it again.'],
  body_too_large: [413, 'The body is larger than 1 MiB.'],
  media_type: [415, 'Send the body as application/json.'],
  rate_limited: [429, 'Too many requests; wait as long as Retry-After says.'],
  metrics_closed: [403, 'Metrics need the token of SUBLET_METRICS_TOKEN, or a direct request from the same machine.'],
  internal: [500, 'Something went wrong on our side; quote the request id when you report it.'],
  overloaded: [503, 'The server is busy; try again as Retry-After says.'],
  not_ready: [503, 'The server is starting or stopping, or its database does not answer.'],
  database_unavailable: [503, 'The database cannot be reached or took too long; try again as Retry-After says.'],
  outcome_unknown: [
    503,
    'The database was lost before it said whether this was done: look before you repeat it, or repeat it with its Idempotency-Key.',
  ],
})
