import type { House } from './house.ts'

interface Owner {
  readonly house: House
}

interface Slot<T> {
  (owner: Owner): T
  /** To another view of the same house, which would else begin with nothing. */
  lend(from: Owner, to: Owner): void
}

/** One value per running house, made on first use: state lives with the server it belongs to, never in a module. */
export function slot<T>(make: (house: House) => T): Slot<T> {
  const made = new WeakMap<House, T>()
  const of = ({ house }: Owner): T => {
    let value = made.get(house)
    if (value === undefined) made.set(house, (value = make(house)))
    return value
  }
  return Object.assign(of, { lend: (from: Owner, to: Owner) => void made.set(to.house, of(from)) })
}
