/** Which events an endpoint wants: a type, `lease.*` for all of a family, `*` for all there are. */

export const wants = (patterns: readonly string[], type: string): boolean =>
  patterns.some(
    (pattern) =>
      pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )

/** Those by which nothing is ever sent. */
export const unknownPatterns = (patterns: readonly string[], types: readonly string[]): string[] =>
  patterns.filter((pattern) => !types.some((type) => wants([pattern], type)))
