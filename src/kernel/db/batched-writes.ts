import type pg from 'pg'

/** What is said to a connection in one go leaves in one write: each write is a call of the system, and wakes somebody up. */

/** The part of a socket that gathers what is written until it is told to send. */
interface Corkable {
  readonly writableLength: number
  cork(): void
  uncork(): void
}

/** Bytes that are worth a write of their own. */
const much = 16 * 1024

class BatchedWrites {
  readonly #socket: Corkable
  #begun = false

  constructor(client: pg.ClientBase) {
    // The driver's types do not show its socket.
    this.#socket = (client as unknown as { connection: { stream: Corkable } }).connection.stream
  }

  /** All that is said in this turn of the event loop, by whomever. */
  untilNextTurn(): void {
    if (this.#begin()) setImmediate(this.#end)
  }

  /** All that is said before anything else is waited for. */
  untilNextTick(): void {
    if (this.#begin()) process.nextTick(this.#end)
  }

  #begin(): boolean {
    if (this.#begun) return false
    this.#begun = true
    this.#socket.cork()
    return true
  }

  /** Without waiting for the rest, where it is much: whoever reads it may begin while we go on. */
  sendMuch(): void {
    if (!this.#begun || this.#socket.writableLength < much) return
    this.#socket.uncork()
    this.#socket.cork()
  }

  readonly #end = (): void => {
    this.#begun = false
    this.#socket.uncork()
  }
}

const known = new WeakMap<pg.ClientBase, BatchedWrites>()

export function batchedWritesOf(client: pg.ClientBase): BatchedWrites {
  let writes = known.get(client)
  if (!writes) known.set(client, (writes = new BatchedWrites(client)))
  return writes
}
