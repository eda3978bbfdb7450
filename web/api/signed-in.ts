import { shelf } from './storage.ts'

/**
 * Whether somebody has signed in with this browser. The cookie itself cannot be read, and asking the API without one is
 * answered 401: so it is remembered here, as a hint that only saves a question. Where nothing is kept, it is asked.
 */
const name = 'signed-in'

export const signedIn = {
  get maybe(): boolean {
    return shelf.get(name) === '1' || (!shelf.lasts && shelf.get(name) === null)
  },
  yes(): void {
    shelf.set(name, '1')
  },
  no(): void {
    shelf.remove(name)
    if (!shelf.lasts) shelf.set(name, '0')
  },
}

const lastName = 'company'

/** The company looked at last, for the next visit. */
export const lastCompany = {
  get: (): string | null => shelf.get(lastName),
  set: (param: string): void => shelf.set(lastName, param),
}
