import type { FastifyReply, FastifyRequest } from 'fastify'
import { KeyMissing } from '../secrets/box.ts'
import { wrongMediaType } from './bodies.ts'
import { dialectOf, type Dialect, type Dialects } from './dialect.ts'
import { Content, pathOf, Reply, type Endpoint } from '../endpoint.ts'
import { health } from '../health.ts'
import type { House } from '../house.ts'
import { isUnavailable, OutcomeUnknown, sqlState } from '../db/outage.ts'
import { kernelProblem, Problem } from '../problems.ts'
import { fieldsRefused, type Finding } from './validation.ts'

/** Values and refusals, as they go out. */

const json = 'application/json; charset=utf-8'

export interface Served {
  readonly answer: unknown
  readonly repeated: boolean
}

/** The payload, head set. Returned, not sent: a handler that returns the reply makes the framework wait on its stream. */
export function finish(
  reply: FastifyReply,
  endpoint: Endpoint,
  { answer, repeated }: Served,
  dialects: Dialects,
): unknown {
  const said = answer instanceof Content || answer instanceof Reply ? answer.status : undefined
  const status = said ?? endpoint.status ?? 200
  reply.code(status)
  if (repeated) reply.header('idempotency-replayed', 'true')
  if (answer instanceof Content && status !== 204) {
    reply.headers(answer.headers).type(answer.type)
    return answer.body
  }
  if (answer instanceof Reply) reply.headers(answer.headers)
  if (status === 204) return null
  return jsonText(reply, dialectOf(pathOf(endpoint), dialects), answer instanceof Reply ? answer.body : answer)
}

/** The framework adds a charset unless it is given a serializer. */
function jsonText(reply: FastifyReply, { bare }: Dialect, body: unknown): string {
  if (bare) reply.type('application/json').serializer(String)
  else reply.type(json)
  return JSON.stringify(body)
}

/** The path as it was sent. */
export const pathIn = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?', 1)[0] ?? ''

/** A refusal, returned like an answer: while it is packed, a handler that had sent it would seem to have said nothing. */
export function finishRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  endpoint: Endpoint | undefined,
  dialects: Dialects,
): string {
  const dialect = dialectOf(pathIn(request), dialects)
  const status = dialect.status(problem.row, endpoint?.codes)
  const body = dialect.body(problem, status, request.id)
  if (status >= 500) reply.header('retry-after', '1')
  // A stream that failed before its first byte has left the one it would have had.
  reply.removeHeader('content-encoding')
  return jsonText(reply.code(status).headers(problem.headers), dialect, body)
}

interface FrameworkError extends Error {
  readonly code?: string
  readonly statusCode?: number
  readonly validation?: readonly Finding[]
  readonly validationContext?: string
}

/** A statement may have failed because the schema is no longer the one it was written for. */
export async function lookForNewerSchema(thrown: unknown, house: House): Promise<void> {
  if (sqlState(thrown) !== '' && !isUnavailable(thrown)) await house.pulse.look().catch(() => undefined)
}

export function asProblem(thrown: unknown, house: House, request: FastifyRequest): Problem {
  const { id: requestId } = request
  if (thrown instanceof Problem) return thrown
  const error = thrown as FrameworkError
  // An identifier that cannot exist is as unknown as one that does not (decisions 1, Identifiers).
  if (error.validation && error.validationContext === 'params') return kernelProblem('not_found')
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return kernelProblem('not_found')
  if (error.validation) return fieldsRefused(error.validation)
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return kernelProblem('body_too_large', { headers: { connection: 'close' } })
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongMediaType(request.routeOptions.config.form)
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_ASYNC_CONSTRAINT')
    return kernelProblem('unreadable_path')
  if (error.statusCode && error.statusCode < 500)
    return kernelProblem('unreadable_body', { message: 'The body could not be read.' })
  if (isUnavailable(error)) {
    house.log.warn({ requestId, err: error }, 'database unavailable')
    return kernelProblem(error instanceof OutcomeUnknown ? 'outcome_unknown' : 'database_unavailable')
  }
  if (health({ house }).overtakenBy !== null) return kernelProblem('not_ready')
  if (error instanceof KeyMissing) {
    house.log.error({ requestId }, error.message)
    return kernelProblem('database_unavailable', {
      message: 'This node cannot open what the database keeps sealed; try again as Retry-After says.',
    })
  }
  house.log.error({ requestId, err: error }, 'defect')
  return kernelProblem('internal')
}
