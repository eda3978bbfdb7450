import type pg from 'pg'

/** What is said to a connection in one turn of the event loop leaves in one write: each is a call of the system, and wakes somebody up. */

/** The part of a socket that gathers what is written until it is told to send. */
interface Corkable {
  cork(): void
  uncork(): void
}

const gathering = new WeakSet<pg.ClientBase>()

/** By whomever it is said. */
export function gatherUntilNextTurn(client: pg.ClientBase): void {
  if (gathering.has(client)) return
  // The driver's types do not show its socket.
  const socket = (client as unknown as { connection: { stream: Corkable } }).connection.stream
  gathering.add(client)
  socket.cork()
  setImmediate(() => {
    gathering.delete(client)
    socket.uncork()
  })
}
