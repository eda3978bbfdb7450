import { defineConfig } from '@medusajs/framework/utils'
import { join } from 'node:path'

/**
 * Where nothing is said, it is as Medusa sets it without Redis: cache, events, workflows and locks in the one process that
 * also serves, ten connections to the database at most. Only the portal of the operator is off.
 */

const { DATABASE_URL, SHOP_SECRET } = process.env
const card = { resolve: join(import.meta.dirname, 'card.js'), id: 'card' }
const nobodyElse = 'http://127.0.0.1'

export default defineConfig({
  projectConfig: {
    databaseUrl: DATABASE_URL,
    // A socket has no TLS, which it takes for granted of whatever is not called localhost.
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: nobodyElse,
      adminCors: nobodyElse,
      authCors: nobodyElse,
      jwtSecret: SHOP_SECRET,
      cookieSecret: SHOP_SECRET,
    },
  },
  admin: { disable: true },
  modules: [{ resolve: '@medusajs/medusa/payment', options: { providers: [card] } }],
})
