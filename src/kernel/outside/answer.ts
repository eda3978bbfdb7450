import type { IncomingMessage } from 'node:http'
import { Unreachable } from './ask.ts'

/** What comes back from outside. */

/** The body of an answer; null where it has more than so many bytes, and then nobody listens any longer. */
export async function bodyWithin(answer: IncomingMessage, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let read = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      read += part.length
      if (read > most) return null
      parts.push(part)
    }
  } finally {
    answer.destroy()
  }
  return Buffer.concat(parts)
}

/** Why there is no answer, to go on a sentence that begins with who was asked. */
export function whyUnreachable(error: unknown): string {
  if (error instanceof Unreachable) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return `could not be reached (${code ?? message})`
}
