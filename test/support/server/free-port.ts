import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports the system gives to whoever asks for any, and a range for each worker: what is handed out stays free until
 * a server has started on it.
 */
const range = 1_000
const first = 10_000 + range * Number(process.env['VITEST_POOL_ID'] ?? 0)
let turn = Math.floor(Math.random() * range)

export async function freePort(): Promise<number> {
  for (let tried = 0; tried < range; tried++) {
    const port = first + (turn++ % range)
    if (await isFree(port)) return port
  }
  throw new Error(`no port is free from ${first} to ${first + range - 1}`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  await once(probe.close(), 'close')
  return true
}
