import type { IncomingMessage } from 'node:http'
import { stopwatch } from '../../kernel/clock.ts'
import { whyUnreachable } from '../../kernel/outside/answer.ts'
import { ask, type Terms } from '../../kernel/outside/ask.ts'

/** One request to an address that a company has named and a stranger answers (ADR 96). */

const longest = 10_000
const mostBytes = 64 * 1024

export interface Posted {
  readonly tookMs: number
  /** Why it counts as not arrived, in a sentence; null where it has arrived. */
  readonly fault: string | null
  readonly status: number | null
  readonly headers: IncomingMessage['headers'] | null
  /** As much of it as is kept. */
  readonly body: string | null
}

interface Parcel extends Terms {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string
}

/** Never throws: whatever goes wrong there is how it ended. */
export async function post(parcel: Parcel): Promise<Posted> {
  const began = stopwatch()
  const deadline = AbortSignal.timeout(longest)
  const nothing = { status: null, headers: null, body: null }
  const ended = await attempt(parcel, deadline).catch((error: unknown) => ({
    ...nothing,
    fault: deadline.aborted ? `took longer than ${longest / 1_000} seconds` : whyUnreachable(error),
  }))
  return { ...ended, tookMs: Math.round(stopwatch() - began) }
}

async function attempt(parcel: Parcel, deadline: AbortSignal): Promise<Omit<Posted, 'tookMs'>> {
  const { headers: sent, payload } = parcel
  const answer = await ask(new URL(parcel.url), { method: 'POST', headers: sent, payload }, parcel, deadline)
  const { statusCode: status = 0, headers } = answer
  const body = await beginningOf(answer)
  return { status, headers, body, fault: faultOf(status) }
}

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? `answered ${status}, and redirects are not followed` : `answered ${status}`
}

/** Whoever answers more than we keep is not listened to any longer. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let read = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      read += part.length
      if (read >= mostBytes) break
    }
  } finally {
    answer.destroy()
  }
  // PostgreSQL keeps every character but this one.
  return Buffer.concat(parts).subarray(0, mostBytes).toString('utf8').replaceAll('\0', '\u{FFFD}')
}
