/** The code of a system error (`ENOENT`, `EACCES`), or an empty text for any other thrown value. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
