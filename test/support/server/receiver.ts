import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A company's own program, on loopback, which is told of events and answers what the test wants it to. */

export interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Answering = (response: ServerResponse, received: Received) => void

/** By https, with one of the certificates of `test/fixtures/tls`. */
export type Secure = 'right' | 'other' | 'self-signed'

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

export const tlsFile = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../fixtures/tls', `${name}.pem`), 'utf8')

export async function openReceiver(secure?: Secure) {
  const received: Received[] = []
  let answer: Answering = (response) => void response.writeHead(204).end()
  const hear = (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(parts).toString() }
      received.push(one)
      answer(response, one)
    })
  }
  const server =
    secure === undefined ? createServer(hear) : createSecureServer({ key: tlsFile('key'), cert: tlsFile(secure) }, hear)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${secure === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hooks`,
    received,
    answers(with_: number | Answering) {
      answer = typeof with_ === 'number' ? (response) => void response.writeHead(with_).end() : with_
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
