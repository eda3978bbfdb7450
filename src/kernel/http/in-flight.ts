import { kernelProblem } from '../problems.ts'

interface Counts {
  inFlight: number
  working: number
}

/**
 * A request's slot among those under way. It is free again when its connection is done with it and its work has
 * ended: who hangs up early neither keeps a slot for good nor frees one while the work goes on. The limit counts work
 * alone: who sends a body a byte at a time takes nobody's slot.
 */
export class InFlightSlot {
  readonly #counts: Counts
  #users = 1

  constructor(counts: Counts) {
    this.#counts = counts
    counts.inFlight++
  }

  leave(): void {
    if (--this.#users === 0) this.#counts.inFlight--
  }

  /** Refused when as many as `most` are being worked on already. */
  async during<T>(most: number, work: () => Promise<T>): Promise<T> {
    if (this.#counts.working >= most) throw kernelProblem('overloaded', { headers: { 'retry-after': '1' } })
    this.#users++
    this.#counts.working++
    try {
      return await work()
    } finally {
      this.#counts.working--
      this.leave()
    }
  }
}
