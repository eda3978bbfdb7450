import type { House } from './house.ts'

/** One value per running house, made on first use: state lives with the server it belongs to, never in a module. */
export function slot<T>(make: (house: House) => T): (owner: { readonly house: House }) => T {
  const made = new WeakMap<House, T>()
  return ({ house }) => {
    let value = made.get(house)
    if (value === undefined) made.set(house, (value = make(house)))
    return value
  }
}
