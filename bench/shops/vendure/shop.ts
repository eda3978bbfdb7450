import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startNode, stopNode, untilAnswered } from '../../sublet.ts'
import type { ShopKind } from '../shop.ts'
import { Admin } from './admin.ts'
import { Buyer } from './buyer.ts'

/** More than anybody can buy: the largest number its column holds, but for one. */
const plenty = 2 ** 31 - 2

/** What it asks of `pg` in a way that `pg` will give up is its makers' business. */
const quietly = ['--no-deprecation']

/** One process that serves, as its makers ship it; a second one for jobs would have nothing to do. */
export const vendure: ShopKind = {
  name: 'Vendure',
  packages: {
    '@vendure/core': '3.7.3',
    pg: '8.23.1',
    // It would bring these itself, but their newest ask for a version of a third one that could not be had.
    '@graphql-tools/delegate': '12.2.1',
    '@graphql-tools/wrap': '11.2.1',
  },
  open: async (folder, { host, port, user, name }) => {
    const program = join(folder, 'server.js')
    await copyFile(join(import.meta.dirname, 'server.js'), program)
    const [password, shopPort] = [randomBytes(12).toString('hex'), await freePort()]
    const env = {
      NODE_ENV: 'production',
      VENDURE_DISABLE_TELEMETRY: 'true',
      SHOP_PORT: String(shopPort),
      SHOP_PASSWORD: password,
      DB_HOST: host,
      DB_PORT: String(port),
      DB_USER: user,
      DB_NAME: name,
    }
    const [code] = (await once(startNode([...quietly, program, 'furnish'], env), 'exit')) as [number | null]
    if (code !== 0) throw new Error('Vendure could not be furnished')
    const url = `http://127.0.0.1:${shopPort}`
    const server = startNode([...quietly, program], env)
    try {
      await untilAnswered(`${url}/health`)
      const admin = await new Admin(url).signIn(password)
      const product = await admin.product(plenty)
      return {
        customer: async () => new Buyer(url, product).signIn(await admin.account()),
        lastOne: () => admin.product(1),
        stop: () => stopNode(server),
      }
    } catch (error) {
      await stopNode(server)
      throw error
    }
  },
}
