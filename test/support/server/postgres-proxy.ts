import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * Stands between Sublet and PostgreSQL, on TCP before a Unix socket, and can stop the words of one on the way to the
 * other: with that a test can kill a server exactly between its commit and its answer, or lose connections without a word.
 */

export type Trap =
  /** The commit never reaches PostgreSQL. */
  | 'before commit'
  /** The commit is done, and the server never hears of it. */
  | 'after commit'
  /** The statement itself never reaches PostgreSQL. */
  | 'before statement'
  /** The statement is done, and the server never hears of it. */
  | 'after statement'

/** By itself, or as a statement that is prepared. */
const saysCommit = /Q....commit\0|B....\0commit\0/is

export class PostgresProxy {
  readonly url: string
  /** Whoever takes leave is left standing: nothing closes any more. */
  holdsOn = false
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** PostgreSQL's ends of connections that have been in use, each with the hole it came after. */
  readonly #ends = new Map<Socket, number>()
  /** Those that came before this number was raised get no word through any more. */
  #hole = 0
  #swallowsNew = false
  #trap: { readonly kind: Trap; readonly says: string; sprung(): void } | null = null

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  /** In front of a database given by the address of its Unix socket. */
  static async before(databaseUrl: string): Promise<PostgresProxy> {
    const parts = new URL(databaseUrl.replace('@/', '@socket/'))
    const socketPath = `${parts.searchParams.get('host')}/.s.PGSQL.${parts.searchParams.get('port') ?? '5432'}`
    const server = createServer({ allowHalfOpen: true })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const proxy = new PostgresProxy(server, `postgresql://${parts.username}@127.0.0.1:${port}${parts.pathname}`)
    server.on('connection', (client) => proxy.#join(client, createConnection(socketPath)))
    return proxy
  }

  /** Stops the connection that next says these words, or commits after it has; resolves when it has stopped. */
  trap(kind: Trap, says = 'insert into idempotency_key'): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { kind, says, sprung: resolve }
    })
  }

  /** Swallows all that is said on the connections there are, both ways, an end included; new ones work. */
  swallow(): void {
    this.#hole++
  }

  /** New ones get no word through, either, until told to end it. */
  swallowNewOnes(): () => void {
    this.#swallowsNew = true
    return () => (this.#swallowsNew = false)
  }

  /** Swallowed connections that PostgreSQL has not ended; one that was still being made held nothing. */
  get swallowed(): number {
    return [...this.#ends.values()].filter((hole) => hole < this.#hole).length
  }

  #join(client: Socket, postgres: Socket): void {
    const before = this.#swallowsNew ? NaN : this.#hole
    const isSwallowed = () => this.#hole !== before
    let answers = 0
    postgres.on('data', (bytes) => {
      // The start is answered, the settings are made, and whoever asked hears of both.
      if (!isSwallowed() && bytes.toString('latin1').endsWith('Z\0\0\0\x05I') && ++answers === 2)
        this.#ends.set(postgres, before)
    })
    postgres.on('close', () => this.#ends.delete(postgres))
    let held = false
    let touched = false
    client.on('data', (bytes) => {
      if (held || isSwallowed()) return
      const text = bytes.toString('latin1')
      touched ||= this.#trap !== null && text.includes(this.#trap.says)
      const now = this.#trap?.kind.endsWith('statement') || saysCommit.test(text)
      const trap = touched && now ? this.#trap : null
      if (trap) {
        this.#trap = null
        held = true
      }
      if (!trap?.kind.startsWith('before') && !this.#isHeldFarewell(text)) postgres.write(bytes)
      trap?.sprung()
    })
    client.on('end', () => this.holdsOn || client.end())
    postgres.on('data', (bytes) => {
      if (!held && !isSwallowed()) client.write(bytes)
    })
    for (const [end, other] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      this.#sockets.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        this.#sockets.delete(end)
        if (!isSwallowed()) other.destroy()
      })
    }
  }

  #isHeldFarewell(text: string): boolean {
    return this.holdsOn && text.endsWith('X\0\0\0\x04')
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
