import { freePort } from './free-port.ts'
import { openWorld, type World, type WorldOptions } from '../world.ts'

/** A world that other people's programs can reach: it listens where its public address says. */
export async function openReachableWorld(options: WorldOptions = {}): Promise<{ world: World; url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const world = await openWorld({ ...options, env: { SUBLET_PUBLIC_URL: url, ...options.env } })
  await world.server.listen({ host: '127.0.0.1', port })
  return { world, url }
}
