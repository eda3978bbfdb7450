/**
 * Whether somebody has signed in with this browser. The cookie itself cannot be read, and asking the API without one is
 * answered 401: so it is remembered here, as a hint that only saves a question.
 */
const name = 'signed-in'

export const signedIn = {
  get maybe(): boolean {
    return localStorage.getItem(name) !== null
  },
  yes(): void {
    localStorage.setItem(name, '1')
  },
  no(): void {
    localStorage.removeItem(name)
  },
}

const lastName = 'company'

/** The company looked at last, for the next visit. */
export const lastCompany = {
  get: (): string | null => localStorage.getItem(lastName),
  set: (param: string): void => localStorage.setItem(lastName, param),
}
