import { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stopwatch } from '../clock.ts'

/** A turn of the event loop this short (in ms) had nothing else to do, so what it saw of the listener still holds. */
const idleTurn = 0.1
const longestWait = 1_000

/**
 * Closes a listener when nobody stands before it. The system resets connections that it has accepted and not yet handed
 * to us, requests and all, and hands over one per turn of the event loop: a close at any moment cuts off those in line.
 * What remains is the time between looking and closing, some hundredths of a millisecond.
 */
export async function closeDoor(door: Server): Promise<void> {
  if (!door.listening) return
  let came = true
  const note = (): void => {
    came = true
  }
  door.on('connection', note)
  const begun = stopwatch()
  for (let now = begun, turn = Infinity; (came || turn > idleTurn) && now - begun < longestWait;) {
    came = false
    const before = stopwatch()
    await nextTurn()
    now = stopwatch()
    turn = now - before
  }
  door.off('connection', note)
  // Not the HTTP server's own close, which would also cut connections that are silent just now.
  Server.prototype.close.call(door)
}
