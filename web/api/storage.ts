/**
 * What the browser keeps for us, where it does. Storage may be full, or forbidden altogether: then a page goes on with
 * what it remembers itself, and says nothing.
 */
export interface Shelf {
  /** Whether anything outlives the page. */
  readonly lasts: boolean
  get(name: string): string | null
  set(name: string, value: string): void
  remove(name: string): void
  names(): string[]
}

/** A storage that can only be looked at may throw. */
export function shelfOf(storage: () => Storage): Shelf {
  const own = new Map<string, string>()
  const attempt = <T>(work: (kept: Storage) => T, otherwise: T): T => {
    try {
      return work(storage())
    } catch {
      return otherwise
    }
  }
  return {
    lasts: attempt((kept) => kept.length >= 0, false),
    get: (name) => own.get(name) ?? attempt((kept) => kept.getItem(name), null),
    set: (name, value) => {
      const done = attempt((kept) => {
        kept.setItem(name, value)
        return true
      }, false)
      if (done) own.delete(name)
      else own.set(name, value)
    },
    remove: (name) => {
      own.delete(name)
      attempt((kept) => kept.removeItem(name), undefined)
    },
    names: () => [...new Set([...own.keys(), ...attempt((kept) => Object.keys(kept), [])])],
  }
}

/** Until it is removed, in every tab. */
export const shelf = shelfOf(() => localStorage)

/** As long as the tab. */
export const tabShelf = shelfOf(() => sessionStorage)
