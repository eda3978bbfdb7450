import pg from 'pg'
import { vi } from 'vitest'

/** How many statements some work sends to the database, begin and commit among them. */
export async function statementsIn(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const { length } = sent.mock.calls
    if (length === 0) throw new Error('nothing was asked: this counts the wrong thing')
    return length
  } finally {
    sent.mockRestore()
  }
}
