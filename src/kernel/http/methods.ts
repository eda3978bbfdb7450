import type { FastifyInstance } from 'fastify'
import { kernelProblem, type Problem } from '../problems.ts'

/** Which methods a path takes, for who comes with another one (RFC 9110 §15.5.6). */

const inOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

export class PathMethods {
  readonly #methods = new Map<string, string[]>()
  #patterns: readonly (readonly [pattern: RegExp, methods: readonly string[]])[] | undefined

  /** Learns of every route that is added from now on. */
  constructor(server: FastifyInstance) {
    server.addHook('onRoute', ({ url, method }) => {
      this.#methods.set(url, [...(this.#methods.get(url) ?? []), ...[method].flat()])
    })
  }

  /** What to say to a request that found no route; nothing where the path has none at all. */
  refusalOf(method: string, path: string): Problem | null {
    this.#patterns ??= [...this.#methods].map(([url, methods]) => [patternOf(url), methods])
    const known = new Set(this.#patterns.flatMap(([pattern, methods]) => (pattern.test(path) ? methods : [])))
    const allow = inOrder.filter((one) => known.has(one)).join(', ')
    // What lies below a path that takes anything may be missing all the same.
    if (allow === '' || known.has(method)) return null
    return kernelProblem('method_not_allowed', { message: `This address takes ${allow}.`, headers: { allow } })
  }
}

/** `/a/:b.csv` and `/docs/*`, as the router reads them. */
function patternOf(url: string): RegExp {
  const text = url.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')
  return new RegExp(`^${text.replaceAll(/:\w+/g, '[^/]+')}$`)
}
