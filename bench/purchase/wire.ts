import { connect, type Socket } from 'node:net'

/**
 * One connection, one request after the other, and nothing but what they need: what asking costs is not the server's. A
 * connection that the server has closed, because nobody asked for long, is made again.
 */
export class Wire {
  readonly #url: URL
  #socket: Socket
  #received = ''
  #heard: ((answer: Answer) => void) | null = null
  #failed: ((error: Error) => void) | null = null

  constructor(url: string) {
    this.#url = new URL(url)
    this.#socket = this.#dial()
  }

  #dial(): Socket {
    this.#received = ''
    const socket = connect(Number(this.#url.port), this.#url.hostname).setNoDelay().setEncoding('latin1')
    socket.on('data', (part: string) => this.#hear(part))
    socket.on('error', (error) => this.#failed?.(error))
    socket.on('close', () => this.#failed?.(new Error('the server has closed the connection')))
    return socket
  }

  async ask(method: string, path: string, authorization: string, body = ''): Promise<Answer> {
    const content =
      body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#url.host}\r\nauthorization: ${authorization}\r\n${content}`
    if (this.#socket.closed) this.#socket = this.#dial()
    return new Promise((resolve, reject) => {
      this.#heard = resolve
      this.#failed = reject
      this.#socket.write(`${head}\r\n${body}`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #hear(part: string): void {
    this.#received += part
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, end + 2))?.[1])
    if (Number.isNaN(length)) return this.#failed?.(new Error('an answer without a length'))
    const whole = end + 4 + length
    if (this.#received.length < whole) return
    const answer = {
      status: Number(this.#received.slice(9, 12)),
      text: Buffer.from(this.#received.slice(end + 4, whole), 'latin1').toString(),
    }
    this.#received = this.#received.slice(whole)
    this.#heard?.(answer)
  }
}

interface Answer {
  readonly status: number
  readonly text: string
}
