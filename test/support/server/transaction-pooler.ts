import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * A pooler as small as can be: who connects gets a session of PostgreSQL for each transaction, the one that was given back
 * last, and so in turn those of others. It reads no more than it must: where a message ends, and whether a transaction does.
 */
export class TransactionPooler {
  readonly url: string
  readonly #server: Server
  readonly #free: Socket[] = []
  readonly #waiting: ((session: Socket) => void)[] = []
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  /** In front of a database given by the address of its Unix socket. */
  static async before(databaseUrl: string): Promise<TransactionPooler> {
    const parts = new URL(databaseUrl.replace('@/', '@socket/'))
    const path = `${parts.searchParams.get('host')}/.s.PGSQL.${parts.searchParams.get('port') ?? '5432'}`
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const pooler = new TransactionPooler(server, `postgresql://${parts.username}@127.0.0.1:${port}${parts.pathname}`)
    server.on('connection', (client) => pooler.#serve(client, pooler.#keep(createConnection(path))))
    return pooler
  }

  /** The session that greets a client is given back with the first "ready for query", as all are at a transaction's end. */
  #serve(client: Socket, greeting: Socket): void {
    this.#keep(client)
    let session: Socket | null = null
    const lend = (lent: Socket): void => {
      session = lent
      const reader = new Messages()
      lent.on('data', (bytes) => {
        client.write(bytes)
        if (!reader.endTransaction(bytes)) return
        lent.removeAllListeners('data')
        session = null
        this.#giveBack(lent)
      })
    }
    const begin = (bytes: Buffer): void => {
      client.pause()
      this.#take((taken) => {
        lend(taken)
        taken.write(bytes)
        client.resume()
      })
    }
    lend(greeting)
    client.on('data', (bytes) => {
      if (session) session.write(bytes)
      else if (bytes[0] === terminate) client.end()
      else begin(bytes)
    })
  }

  #take(lend: (session: Socket) => void): void {
    const free = this.#free.pop()
    if (free) lend(free)
    else this.#waiting.push(lend)
  }

  #giveBack(session: Socket): void {
    const next = this.#waiting.shift()
    if (next) next(session)
    else this.#free.push(session)
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    return socket
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}

const terminate = 'X'.charCodeAt(0)
const readyForQuery = 'Z'.charCodeAt(0)
const outsideTransaction = 'I'.charCodeAt(0)
const headBytes = 5

/** Messages of PostgreSQL: a letter, a length that counts itself, and the rest. */
class Messages {
  #left = Buffer.alloc(0)

  /** Whether these bytes end with the word that a transaction is over. */
  endTransaction(bytes: Buffer): boolean {
    this.#left = Buffer.concat([this.#left, bytes])
    let over = false
    while (this.#left.length >= headBytes) {
      const length = 1 + this.#left.readInt32BE(1)
      if (this.#left.length < length) break
      over = this.#left[0] === readyForQuery && this.#left[headBytes] === outsideTransaction
      this.#left = this.#left.subarray(length)
    }
    return over && this.#left.length === 0
  }
}
