/**
 * What people call an order: the day it was placed and six characters of its uuid's chance, none that is taken for another.
 * It is for reading aloud and looking up; programs know orders by their uuid.
 */
export function orderNumber({ uuid, placed_at }: { readonly uuid: string; readonly placed_at: Date }): string {
  const chance = Number.parseInt(uuid.slice(-8), 16) % 32 ** length
  const code = Array.from({ length }, (_, i) => letters[Math.floor(chance / 32 ** (length - 1 - i)) % 32]).join('')
  return `${placed_at.toISOString().slice(2, 10).replaceAll('-', '')}-${code}`
}

const length = 6

/** Crockford's 32. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
