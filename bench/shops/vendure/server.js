import process from 'node:process'
import { bootstrap, dummyPaymentHandler } from '@vendure/core'
import { populateInitialData } from '@vendure/core/cli/index.js'

/**
 * Copied to where the packages are. `node server.js furnish` makes the tables and what every shop needs, and ends;
 * `node server.js` serves. What is not said here is as its makers have set it; in particular sessions, channels, zones and
 * tax rates are remembered in the memory of the process, and it has ten connections to PostgreSQL, as ours has.
 */

const { SHOP_PORT, SHOP_PASSWORD, DB_HOST, DB_PORT, DB_USER, DB_NAME } = process.env
const furnishing = process.argv[2] === 'furnish'
const nothing = () => undefined

const config = {
  // Nobody may ask what the schema is, as its makers advise for production, and no page of another origin asks.
  apiOptions: { hostname: '127.0.0.1', port: Number(SHOP_PORT), introspection: false, cors: false },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'superadmin', password: SHOP_PASSWORD },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: DB_HOST,
    port: Number(DB_PORT),
    username: DB_USER,
    database: DB_NAME,
    // Made from its entities, as an operator's generated migrations would make them; never while it serves.
    synchronize: furnishing,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  // Errors only: it warns of settings that are left out here on purpose.
  logger: {
    error: (message) => console.error(`Vendure: ${message}`),
    warn: nothing,
    info: nothing,
    verbose: nothing,
    debug: nothing,
  },
  // No search index: it would give each purchase a job of its own. What is left puts nothing into the queue when somebody
  // buys, so the queue stays the default, in memory.
  plugins: [],
}

const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ name: 'Germany', code: 'DE', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 19 }],
  shippingMethods: [{ name: 'Parcel', price: 500 }],
  paymentMethods: [
    {
      name: 'Dummy',
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
}

const app = await bootstrap(config)
if (furnishing) {
  await populateInitialData(app, initialData)
  await app.close()
}
