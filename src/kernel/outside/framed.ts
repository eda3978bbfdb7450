import { connect, type Socket } from 'node:net'
import { Unreachable } from './ask.ts'
import type { Looked } from './reach.ts'

/** A connection on which each message has its length in two bytes in front, as DNS has it over TCP (RFC 1035 §4.2.2). */
export class Framed {
  readonly #socket: Socket
  #rest: Buffer = Buffer.alloc(0)
  readonly #frames: Buffer[] = []
  #waiting: { take: (frame: Buffer) => void; fail: (error: Error) => void } | null = null
  #fault: Error | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => this.#heard(bytes))
    socket.on('error', (error) => this.#end(error))
    socket.on('close', () => this.#end(new Unreachable('hung up')))
  }

  /** To the first that answers of addresses that were looked at, whatever their name means a moment later. */
  static async open(addresses: readonly Looked[], port: number, deadline: AbortSignal): Promise<Framed> {
    let fault: unknown = new Unreachable('has no address')
    for (const { address } of addresses) {
      try {
        return new Framed(await connected(address, port, deadline))
      } catch (error) {
        fault = error
      }
    }
    throw fault
  }

  send(message: Buffer): void {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(message.length)
    this.#socket.write(Buffer.concat([length, message]))
  }

  /** The next message there is. */
  next(deadline: AbortSignal): Promise<Buffer> {
    const frame = this.#frames.shift()
    if (frame) return Promise.resolve(frame)
    if (this.#fault) return Promise.reject(this.#fault)
    return new Promise((take, fail) => {
      const late = (): void => this.#end(new Unreachable('took too long to answer'))
      deadline.addEventListener('abort', late, { once: true })
      const settle = <T>(then: (value: T) => void) => {
        return (value: T): void => {
          deadline.removeEventListener('abort', late)
          then(value)
        }
      }
      this.#waiting = { take: settle(take), fail: settle(fail) }
      if (deadline.aborted) late()
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #heard(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    while (this.#rest.length >= 2) {
      const length = this.#rest.readUInt16BE(0)
      if (this.#rest.length < 2 + length) return
      this.#deliver(this.#rest.subarray(2, 2 + length))
      this.#rest = this.#rest.subarray(2 + length)
    }
  }

  #deliver(frame: Buffer): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting) waiting.take(frame)
    else this.#frames.push(frame)
  }

  #end(error: Error): void {
    this.#fault ??= error
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.fail(this.#fault)
    this.#socket.destroy()
  }
}

function connected(address: string, port: number, deadline: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true })
    const late = (): void => {
      socket.destroy()
      reject(new Unreachable('took too long to answer'))
    }
    const settled = (): void => deadline.removeEventListener('abort', late)
    deadline.addEventListener('abort', late, { once: true })
    socket.once('error', (error) => {
      settled()
      reject(error)
    })
    socket.once('connect', () => {
      settled()
      resolve(socket)
    })
    if (deadline.aborted) late()
  })
}
