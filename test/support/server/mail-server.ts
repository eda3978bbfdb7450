import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server on this machine, and what it was handed. */

interface Received {
  readonly to: readonly string[]
  /** As it came over the wire. */
  readonly text: string
}

export interface MailServer {
  readonly url: string
  readonly received: Received[]
  close(): Promise<void>
}

/** `refuse` says with what sentence it turns a letter away. */
export async function openMailServer(
  refuse: () => string | null = () => null,
  options: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] },
): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    ...options,
    onData: (stream, session, done) => {
      let text = ''
      stream.on('data', (bytes: Buffer) => (text += bytes.toString('utf8')))
      stream.on('end', () => {
        const why = refuse()
        if (why !== null) return done(new Error(why))
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The value of a header, however many lines it has and however its signs are written (RFC 2047). */
export const headerOf = ({ text }: Received, name: string): string | undefined =>
  new RegExp(`^${name}:((?:[^\\r]|\\r\\n[ \\t])*)`, 'im')
    .exec(text)?.[1]
    ?.replaceAll(/\r\n[ \t]+/g, ' ')
    .trim()
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/g, (_whole, word: string) =>
      decodeURIComponent(word.replaceAll('%', '=25').replaceAll('_', ' ').replaceAll('=', '%')),
    )
