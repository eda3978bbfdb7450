import type { Prefix } from '../../kernel/ip/index.ts'
import { slot } from '../../kernel/slot.ts'

/** So much text is remembered, that which was last asked for; of two bytes a letter at most. */
const mostLetters = 4 << 20

/** A prefix as it was written, and all that it was written by, beside what the network's data said. */
interface Description {
  /** Whose space it lies in. */
  readonly space: string
  /** What else the database said of it. */
  readonly said: string
  /** Where its ROAs take effect. */
  readonly area: Prefix
  /** From then on time alone may have changed it. */
  readonly until: number
  readonly text: string
}

/**
 * Prefixes as they were written (ADR 125). Nobody has to say that one has changed: whoever asks brings what the database says
 * now, and an entry counts only for the same words and the same state of the network's data.
 */
export class Descriptions {
  readonly #most: number
  readonly #kept = new Map<string, Description>()
  #letters = 0
  #state = ''

  constructor(most = mostLetters) {
    this.#most = most
  }

  /** What is known under a name; whether the rest that the database says is still the same is for the caller to see. */
  find(state: string, name: string, space: string, now: Date): Description | null {
    this.#forgetUnless(state)
    const kept = this.#kept.get(name)
    if (kept === undefined || kept.space !== space || now.getTime() >= kept.until) return null
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept
  }

  keep(state: string, name: string, description: Description): void {
    this.#forgetUnless(state)
    this.#drop(name)
    this.#kept.set(name, description)
    this.#letters += lettersOf(name, description)
    for (const oldest of this.#kept.keys()) {
      if (this.#letters <= this.#most) break
      this.#drop(oldest)
    }
  }

  #forgetUnless(state: string): void {
    if (this.#state === state) return
    this.#kept.clear()
    this.#letters = 0
    this.#state = state
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name)
    if (kept === undefined) return
    this.#kept.delete(name)
    this.#letters -= lettersOf(name, kept)
  }
}

const lettersOf = (name: string, { space, said, text }: Description): number =>
  name.length + space.length + said.length + text.length

export const descriptions = slot(() => new Descriptions())
