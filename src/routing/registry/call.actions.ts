import type { IncomingMessage } from 'node:http'
import { bodyWithin, whyUnreachable } from '../../kernel/outside/answer.ts'
import { ask, type Terms } from '../../kernel/outside/ask.ts'
import { version } from '../../kernel/version.ts'
import { RegistryFault, type Answer } from './answer.rules.ts'

/** One request to a registry that a holder has named (ADR 117). */

export interface Line {
  readonly url: string
  readonly account: string | null
  readonly source: string | null
  readonly maintainer: string | null
  readonly secret: string
  readonly terms: Terms
  /** Who asks. */
  readonly agent: string
}

interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Behind the address of the registry, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
}

const longest = 20_000
/** All ROAs of a large CA. */
const mostBytes = 64 * 1024 * 1024

/** Throws a fault where there is no whole answer: whether a change has happened is then unknown. */
export async function call(line: Line, { method, path, headers, json }: Request): Promise<Answer> {
  const deadline = AbortSignal.timeout(longest)
  const payload = json === undefined ? {} : { payload: JSON.stringify(json) }
  const sent = {
    accept: 'application/json',
    'user-agent': `sublet/${version} (+${line.agent})`,
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  try {
    const url = new URL(`${line.url.replace(/\/+$/, '')}${path}`)
    const answer = await ask(url, { method, headers: sent, ...payload }, line.terms, deadline)
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: await wholeOf(answer) }
  } catch (error) {
    if (error instanceof RegistryFault) throw error
    const why = deadline.aborted ? `took longer than ${longest / 1_000} seconds` : whyUnreachable(error)
    throw new RegistryFault('unreachable', `It ${why}.`)
  }
}

async function wholeOf(answer: IncomingMessage): Promise<string> {
  const body = await bodyWithin(answer, mostBytes)
  if (!body) throw new RegistryFault('not_understood', `It answered more than ${mostBytes} bytes.`)
  return body.toString('utf8')
}
