import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { stopwatch } from '../clock.ts'
import { cutOff } from '../work/cut-off.ts'
import { health } from '../health.ts'
import type { House } from '../house.ts'
import type { Metrics } from '../metrics.ts'
import { closeDoor } from './door.ts'

/** How long connections may stay silent once we drain, and how long requests under way may take. */
const drainTimes = { silent: 1_000, longest: 7_000 }

/**
 * Takes no new connections, answers what comes on the open ones with "connection: close", and leaves when all is quiet.
 * Until the door is closed answers wait, so that nobody who is answered runs into it.
 * `closing`: where somebody else has the door.
 * Idle connections are not cut at once: a request may be on its way to us.
 */
export async function drain(
  server: FastifyInstance,
  house: House,
  metrics: Metrics,
  closing: Promise<void> = closeDoor(server.server),
): Promise<void> {
  const startedAt = stopwatch()
  const state = health({ house })
  Object.assign(state, { serving: false, draining: true, closing })
  await closing
  state.closing = null
  const age = () => stopwatch() - startedAt
  while (age() < drainTimes.longest && (metrics.inFlight > 0 || age() < drainTimes.silent)) await pause(20)
  cutOff({ house }).hasBegun = true
  server.server.closeAllConnections()
  await server.close()
}
