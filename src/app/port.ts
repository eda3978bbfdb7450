import { createServer } from 'node:net'
import type { Config } from '../kernel/config.ts'
import { StartRefusal } from '../kernel/refusal.ts'

/** The port we are to listen on: tried before anything is made, and a sentence for each way it can be refused. */

/** Port 0 means any: it is chosen before anything needs to know our address. */
export async function withFreePort(config: Config): Promise<Config> {
  const port = await tried(config).catch((error: unknown) => explainPort(error, config))
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
}

function tried({ host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}

export function explainPort(error: unknown, { host, port }: Config): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    throw new StartRefusal(`Port ${port} on ${host} is in use: stop the other program, or set another SUBLET_PORT.`)
  if (code === 'EACCES')
    throw new StartRefusal(`Port ${port} needs a permission this user lacks: set SUBLET_PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    throw new StartRefusal(`${host} is not an address of this machine: correct SUBLET_HOST.`)
  throw error
}
