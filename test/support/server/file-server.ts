import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Whoever publishes files, on loopback; a path answers what the test wants it to. */

type Answering = (request: IncomingMessage, response: ServerResponse) => void

export interface FileServer {
  /** `http://127.0.0.1:port`; `localhost` leads to the same. */
  readonly url: string
  readonly port: number
  /** What was asked for, with the headers. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  /** The file at a path, or how it answers. */
  serve(path: string, answer: string | Buffer | Answering, headers?: Record<string, string>): string
  close(): Promise<void>
}

export async function openFileServer(): Promise<FileServer> {
  const files = new Map<string, Answering>()
  const asked: FileServer['asked'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const answer = files.get(path)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    asked,
    serve(path, answer, headers = {}) {
      const whole: Answering = (_request, response) => void response.writeHead(200, headers).end(answer)
      files.set(path, typeof answer === 'function' ? answer : whole)
      return `${url}${path}`
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

const head = 'ASN,IP Prefix,Max Length,Trust Anchor,Expires\n'

/** VRPs as rpki-client writes them: AS 64500 for `count` /24 from 45.0.0.0 on. */
export function vrpFile(count: number, asn = 64_500): string {
  const rows = Array.from({ length: count }, (_, n) => `AS${asn},45.${n >> 8}.${n & 255}.0/24,24,ripe,4102444800\n`)
  return head + rows.join('')
}
