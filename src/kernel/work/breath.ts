import { setImmediate as nextTurn } from 'node:timers/promises'
import { stopwatch } from '../clock.ts'

/** Long work in memory, in breaths: between two of them everybody else who waits has a turn. */

const longestMs = 4

export class Breath {
  #begun = stopwatch()

  get spent(): boolean {
    return stopwatch() - this.#begun > longestMs
  }

  async draw(): Promise<void> {
    await nextTurn()
    this.#begun = stopwatch()
  }
}

/** Each in turn; a map of so many that it would keep others waiting. */
export async function mapInBreaths<T, R>(items: readonly T[], each: (item: T) => R): Promise<R[]> {
  const breath = new Breath()
  const done: R[] = []
  for (const item of items) {
    if (breath.spent) await breath.draw()
    done.push(each(item))
  }
  return done
}
