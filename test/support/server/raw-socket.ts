import { connect } from 'node:net'
import type { World } from '../world.ts'

/** Bytes over a real socket, as no HTTP library would send them. */

interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Whether the server ended the connection. */
  readonly closed: boolean
}

export async function listen(world: World): Promise<number> {
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  const address = world.server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** Sends the pieces one after the other and reads until the server hangs up or has been silent for a while. */
export function raw(port: number, ...pieces: ReadonlyArray<string | Buffer>): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    let closed = false
    const finish = (): void => {
      socket.destroy()
      resolve({ ...parse(heard), closed })
    }
    socket.setTimeout(10_000, finish)
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('end', () => {
      closed = true
    })
    socket.on('close', finish)
    for (const piece of pieces) socket.write(piece)
  })
}

function parse(text: string): Omit<RawAnswer, 'closed'> {
  const cut = text.indexOf('\r\n\r\n')
  const [line = '', ...fields] = text.slice(0, Math.max(cut, 0)).split('\r\n')
  const headers = fields.map((field) => [
    field.slice(0, field.indexOf(':')).toLowerCase(),
    field.slice(field.indexOf(':') + 1).trim(),
  ])
  return { status: Number(line.split(' ')[1] ?? 0), headers: Object.fromEntries(headers), text: text.slice(cut + 4) }
}

/** A request with the headers given, each line as it is, closing afterwards. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'host: sublet.example', 'connection: close', ...headers, '', body].join('\r\n')
}
