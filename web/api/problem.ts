import { inWords, ofField } from './problem-words.ts'

/** A refusal, whichever of the API's dialects it was written in. */
export class Problem extends Error {
  readonly status: number
  /** Stable; where the dialect has none, the status in words. */
  readonly code: string
  /** Sentences by the path of the field they are about. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly requestId: string | null
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    said: Partial<Pick<Problem, 'code' | 'message' | 'fields' | 'requestId' | 'retryAfter'>>,
  ) {
    super(said.message ?? 'Something went wrong; try again.')
    this.name = 'Problem'
    this.status = status
    this.code = said.code ?? `http_${status}`
    this.fields = said.fields ?? {}
    this.requestId = said.requestId ?? null
    this.retryAfter = said.retryAfter ?? null
  }
}

interface Written {
  readonly message?: string
  readonly code?: string | number
  readonly errors?: Record<string, string[]>
  readonly request_id?: string
  readonly error?: string
  readonly error_description?: string
}

/** Common: `message`, `code`, `errors`. Prefix data: `error` is the sentence. OAuth: `error` is the code. */
export async function readProblem(response: Response): Promise<Problem> {
  const written = (await response.json().catch(() => ({}))) as Written
  const sentence = written.message ?? written.error_description ?? written.error
  const code = typeof written.code === 'string' ? written.code : undefined
  const wait = response.headers.get('retry-after')
  const retryAfter = wait === null ? null : Number(wait)
  return new Problem(response.status, {
    ...(sentence !== undefined && inWords({ code, message: sentence, fields: written.errors ?? {}, retryAfter })),
    ...(code !== undefined && { code }),
    requestId: written.request_id ?? response.headers.get('x-request-id'),
    retryAfter,
  })
}

/** All that it says, where there is one line for it. */
export function problemLine({ message, fields }: Problem): string {
  return [message, ...Object.entries(fields).map(([path, words]) => ofField(path, words.join('; ')))].join(' ')
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof TypeError)
    return new Problem(0, { code: 'unreachable', message: 'The server cannot be reached; check your connection.' })
  return new Problem(0, { code: 'portal_fault', message: error instanceof Error ? error.message : String(error) })
}

/** Whether the same may succeed a moment later: nothing answered, or a server that is starting, stopping or too busy. */
export const mayPass = ({ status, code }: Problem): boolean =>
  status === 502 || status === 503 || status === 504 || code === 'unreachable'
