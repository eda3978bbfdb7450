/** `__Host-` binds the cookie to this host, whole site, over TLS or on the local machine. */
export const sessionCookie = '__Host-sublet_session'

/** The value that a browser sent under this name, if any. */
export function readCookie(header: string | undefined, wanted: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === wanted && value) return value
  }
  return null
}
