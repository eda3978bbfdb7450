import type { SanctionsMatch } from '../fact.rules.ts'
import type { Packed } from '../tables/columns.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset } from './dataset.ts'
import { companyName, isTelling, type CompanyName } from './names.ts'

/** Who is on a sanctions list, and whether a name is one of theirs. */

export interface Sanctioned {
  /** As the list writes it. */
  readonly entry: string
  readonly program: string
  /** All names it goes by, its own included. */
  readonly names: readonly string[]
}

export class SanctionsRows implements Collector {
  readonly #entries: Sanctioned[] = []

  get count(): number {
    return this.#entries.length
  }

  add(entry: Sanctioned): void {
    this.#entries.push(entry)
  }

  finish(): Packed {
    const texts = new TextsBuilder()
    const numbers = Uint32Array.from(this.#entries, (entry) => texts.numberOf(JSON.stringify(entry)))
    return { columns: { entries: numbers, ...texts.finish('texts') }, notes: null }
  }
}

interface Name extends CompanyName {
  readonly entry: number
}

/** A name of so many words is the same company's, also when others have something to say before or after it. */
const longName = 3
/** Shorter ones, of one word, fit anybody: half the world calls itself by three letters. */
const longWord = 7

/**
 * It must not accuse anybody by mistake, for it keeps an AS off the market; so it misses some. Names are compared without
 * case, punctuation and legal forms. Equal ones match, when a word tells them apart from others; those of one word only
 * with the same legal form. Longer names match also inside others.
 */
export class Sanctions {
  readonly #texts: Texts
  readonly #whole = new Map<string, Name[]>()
  /** Those that may stand inside others, by their first word. */
  readonly #inside = new Map<string, Name[]>()

  constructor({ columns }: Packed) {
    this.#texts = new Texts(columns, 'texts')
    for (const number of columns['entries'] ?? []) {
      const entry = Number(number)
      for (const [i, text] of this.#entry(entry).names.entries()) {
        const name = { ...companyName(text), entry }
        const isOne = i === 0 || name.words.length > 1 || (name.words[0]?.length ?? 0) >= longWord
        if (isOne && isTelling(name.words)) this.#learn(name)
      }
    }
  }

  #learn(name: Name): void {
    const whole = name.words.join(' ')
    this.#whole.set(whole, [...(this.#whole.get(whole) ?? []), name])
    const [first = ''] = name.words
    if (name.words.length >= longName) this.#inside.set(first, [...(this.#inside.get(first) ?? []), name])
  }

  match(name: string): SanctionsMatch[] {
    const { words, form } = companyName(name)
    const found = new Map<number, string>()
    for (const known of this.#whole.get(words.join(' ')) ?? [])
      if (words.length > 1 || known.form === form) found.set(known.entry, words.join(' '))
    for (const [at, word] of words.entries())
      for (const known of this.#inside.get(word) ?? [])
        if (!found.has(known.entry) && known.words.every((wanted, i) => words[at + i] === wanted))
          found.set(known.entry, known.words.join(' '))
    return Array.from(found, ([number, matched]) => {
      const { entry, program } = this.#entry(number)
      return { entry, program, matched }
    })
  }

  #entry(number: number): Sanctioned {
    return JSON.parse(this.#texts.at(number))
  }
}

export const sanctions: Dataset<SanctionsRows, Sanctions> = {
  collect: () => new SanctionsRows(),
  open: (packed) => new Sanctions(packed),
}
