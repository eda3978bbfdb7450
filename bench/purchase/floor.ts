import { createServer, type IncomingMessage } from 'node:http'
import { readFileSync } from 'node:fs'
import { openDb, openPool, transaction } from '../../src/kernel/db/pool.ts'
import * as least from './least.ts'
import type { Step } from './client.ts'
import type { Shop } from './shop.ts'

/**
 * The floor: a server that takes the six requests of a purchase by bare `node:http` and leaves what must be there before
 * each is answered, in transactions that travel as the product's do: all that one says at once, and the commit with it. It
 * looks at nothing: no token, no schema, no row is read, and every answer is fixed. What sells more than this leaves less.
 */

const [port, shopFile] = process.argv.slice(2)
const shop = JSON.parse(readFileSync(shopFile ?? '', 'utf8')) as Shop
const buyers = new Map(shop.buyers.map((buyer) => [buyer.tenant, buyer]))
const open = new Map<string, least.Purchase>()

const pool = openPool(shop.databaseUrl, { poolSize: 10, statementTimeout: 30_000 })
const db = openDb(pool)

const leave = (...statements: least.Statement[]): Promise<unknown> =>
  transaction(db, (tx) => Promise.all(statements.map((statement) => tx.say(statement))))

const take: Readonly<Record<Step, (purchase: least.Purchase) => Promise<unknown>>> = {
  reserve: (purchase) => leave(...least.reserve(purchase)),
  cart: (purchase) => Promise.resolve({ uuid: purchase.cart }),
  address: (purchase) => leave(least.openCart(purchase, 'open')),
  method: (purchase) => leave(least.chooseMethod(purchase)),
  checkout: async (purchase) => {
    await leave(least.orderCart(purchase), ...least.claim(purchase))
    await db.say(least.charge(purchase))
    await leave(...least.settle(purchase))
    return { order: { uuid: purchase.order, status: 'completed' } }
  },
  order: (purchase) => Promise.resolve({ uuid: purchase.order }),
}

const paths: readonly (readonly [RegExp, Step])[] = [
  [/\/reserve$/, 'reserve'],
  [/\/cart$/, 'cart'],
  [/\/addresses\/[^/]+$/, 'address'],
  [/\/payment-method\/[^/]+$/, 'method'],
  [/\/checkout$/, 'checkout'],
  [/\/orders\/[^/]+$/, 'order'],
]

async function answer(request: IncomingMessage): Promise<unknown> {
  const path = request.url ?? ''
  if (path === '/') return null
  let body = ''
  for await (const part of request) body += String(part)
  const [, step] = paths.find(([pattern]) => pattern.test(path)) ?? []
  const tenant = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path)?.[0] ?? ''
  const buyer = buyers.get(tenant)
  if (!buyer || !step) throw new Error(`nobody sells at ${path}`)
  if (step === 'reserve') {
    const { address } = JSON.parse(body) as { address: string }
    open.set(tenant, least.newPurchase(buyer, shop.holder, `${address}/24`))
  }
  const purchase = open.get(tenant)
  if (!purchase) throw new Error('nothing is reserved')
  return take[step](purchase)
}

createServer((request, response) => {
  answer(request).then(
    (data) => {
      const text = JSON.stringify({ data: data ?? null })
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text)
    },
    (error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
}).listen(Number(port), '127.0.0.1')
