import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** docs/first-lease.md as a program reads it: its fenced blocks have a language and a name. */

interface Request {
  readonly method: string
  readonly path: string
  /** JSON; undefined where there is none. */
  readonly body: string | undefined
}

type Values = Readonly<Record<string, string | number>>

const page = join(import.meta.dirname, '../../../docs/first-lease.md')
const fence = /^```(\S+) (\S+)\n([^]*?)\n```$/gm
const word = /\{(\w+)\}/g

export class Guide {
  readonly #blocks = new Map<string, string>()
  readonly #read = new Set<string>()

  constructor() {
    for (const [, language = '', name = '', text = ''] of readFileSync(page, 'utf8').matchAll(fence)) {
      const key = `${language} ${name}`
      if (this.#blocks.has(key)) throw new Error(`the page has ${key} twice`)
      this.#blocks.set(key, text)
    }
  }

  /** Lines for `.env`. */
  settings(name: string): string {
    return this.#block('dotenv', name)
  }

  commands(name: string): string[] {
    return this.#block('sh', name).split('\n')
  }

  request(name: string, values: Values): Request {
    const [first = '', ...rest] = this.#block('http', name).split('\n')
    const [method = '', path = ''] = first.split(' ')
    const body = rest.join('\n')
    return {
      method,
      path: filled(path, values, encodeURIComponent),
      body: body === '' ? undefined : filled(body, values, (text) => JSON.stringify(text).slice(1, -1)),
    }
  }

  /** What the page tells to do and nobody has done. */
  get unread(): string[] {
    return [...this.#blocks.keys()].filter((key) => !this.#read.has(key))
  }

  #block(language: string, name: string): string {
    const key = `${language} ${name}`
    const text = this.#blocks.get(key)
    if (text === undefined) throw new Error(`the page has no ${key}`)
    this.#read.add(key)
    return text
  }
}

function filled(text: string, values: Values, escape: (text: string) => string): string {
  return text.replaceAll(word, (_whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`nobody says what {${name}} is in ${text}`)
    return escape(String(value))
  })
}
