import { isSecret } from './secrets.ts'
import type { Shelf } from './storage.ts'

/**
 * A change has a key, by which the server makes it once. When nobody knows whether it was made (the connection broke, the
 * server was stopping), the same change asked for again goes under the same key, also after a reload of the page.
 */

/** As long as whoever tried is likely to try again; the server remembers its answers for a day. */
const longest = 10 * 60_000

interface Open {
  readonly key: string
  readonly path: string
  /** Of method, address and body; nothing of them can be read from it. */
  readonly print: string
  readonly at: number
}

interface Means {
  readonly shelf: Pick<Shelf, 'get' | 'set'>
  readonly now: () => number
  readonly newKey: () => string
}

const shelfName = 'open-deeds'

/** Of two paths that are about one thing, the second change may undo the first: then it is another deed to do it again. */
const stem = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const sameThing = (a: string, b: string): boolean => stem(a) === stem(b) || a.startsWith(b) || b.startsWith(a)

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** One change under way. */
interface Deed {
  readonly key: string
  /** Whether it was made is known. */
  settled(): void
  unknown(): void
}

export class Deeds {
  readonly #means: Means
  /** Those that are not written down. */
  #secret: Open[] = []

  constructor(means: Means) {
    this.#means = means
  }

  async begin(request: Request): Promise<Deed> {
    const body = await request.clone().text()
    const path = new URL(request.url).pathname
    const print = await digestOf(`${request.method} ${request.url}\n${body}`)
    const key = this.#open().find((open) => open.print === print)?.key ?? this.#means.newKey()
    return {
      key,
      settled: () => this.#keep(this.#open().filter((open) => !sameThing(open.path, path))),
      unknown: () => {
        const others = this.#open().filter((open) => open.print !== print)
        this.#keep([...others, { key, path, print, at: this.#means.now() }], isSecret(body) ? print : undefined)
      },
    }
  }

  #open(): Open[] {
    const since = this.#means.now() - longest
    return [...this.#secret, ...this.#written()].filter(({ at }) => at > since)
  }

  #written(): Open[] {
    try {
      return JSON.parse(this.#means.shelf.get(shelfName) ?? '[]') as Open[]
    } catch {
      return []
    }
  }

  #keep(opens: readonly Open[], secret?: string): void {
    const hidden = new Set([...this.#secret.map(({ print }) => print), ...(secret === undefined ? [] : [secret])])
    this.#secret = opens.filter(({ print }) => hidden.has(print))
    this.#means.shelf.set(shelfName, JSON.stringify(opens.filter(({ print }) => !hidden.has(print))))
  }
}
