/**
 * A session that ends while somebody works is begun anew in place: whatever was refused for want of it waits until the
 * same person has proven again who they are, and then goes on.
 */

export interface Person {
  readonly uuid: string
  readonly email: string
  readonly name: string
}

/** What the frame has to ask or to say. */
export type Asking =
  | { readonly type: 'proof'; readonly of: Person }
  | { readonly type: 'another'; readonly than: Person; readonly now: Person }

interface Waiting {
  readonly over: Promise<boolean>
  readonly end: (again: boolean) => void
}

export class SignInAgain {
  readonly #listeners = new Set<() => void>()
  #here: Person | null = null
  #asking: Asking | null = null
  #waiting: Waiting | null = null
  #begun = 0

  get asking(): Asking | null {
    return this.#asking
  }

  /** How often it was begun anew: what goes out notes it. */
  get begun(): number {
    return this.#begun
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Who works here: before that is known nobody is asked, and a page that begins leads to the sign-in. */
  readonly worksHere = (person: Person | null): void => {
    this.#here = person
  }

  /**
   * Whether the same person is signed in again. All that wait are told at once; nobody is asked for what went out under an
   * earlier session and was refused late.
   */
  readonly prove = (begun: number): Promise<boolean> => {
    if (!this.#here) return Promise.resolve(false)
    if (begun < this.#begun) return Promise.resolve(true)
    if (!this.#waiting) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      this.#waiting = { over: promise, end: resolve }
      this.#ask({ type: 'proof', of: this.#here })
    }
    return this.#waiting.over
  }

  /** What somebody began is not sent in another's name. */
  readonly proven = (person: Person): void => {
    const here = this.#here
    const same = here === null || here.uuid === person.uuid
    if (same) this.#begun++
    else this.#here = null
    this.#end(same, same ? null : { type: 'another', than: here, now: person })
  }

  readonly giveUp = (): void => {
    this.#here = null
    this.#end(false, null)
  }

  #end(again: boolean, next: Asking | null): void {
    this.#waiting?.end(again)
    this.#waiting = null
    this.#ask(next)
  }

  #ask(asking: Asking | null): void {
    this.#asking = asking
    for (const listener of this.#listeners) listener()
  }
}

export const signInAgain = new SignInAgain()
