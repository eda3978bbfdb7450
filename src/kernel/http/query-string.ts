import { kernelProblem } from '../problems.ts'

/**
 * Query strings, in all the spellings real clients send (decisions 1, Filters): `a=1&a=2`, `a[]=1`, `a[0]=1`,
 * `filter[x]=1`, brackets raw or encoded. Values stay text; the endpoint's schema says what they mean.
 */

type QueryValue = string | string[] | { [key: string]: string | string[] }
type Query = Record<string, QueryValue>

const shape = /^([^[\]]+)(?:\[([^[\]]*)\])?(\[\d*\])?$/

/** Deeper than we read: kept under its whole name, so that `filter[price][gte]` is an unknown filter and not none. */
const deeper = /^([^[\]]+)\[(.+)\]$/

export function parseQuery(text: string): Query {
  const query: Query = Object.create(null)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const key = decode(cut < 0 ? pair : pair.slice(0, cut))
    const value = cut < 0 ? '' : decode(pair.slice(cut + 1))
    const match = shape.exec(key) ?? deeper.exec(key)
    if (match?.[1] === undefined) continue
    place(query, match[1], match[2], match[3] !== undefined, value)
  }
  return query
}

/** What an unreadable query string is read as, until someone may refuse it. */
export const unreadableQuery: Query = Object.freeze(Object.create(null) as Query)

/** For the router, which calls it outside every error handler: a throw there would end the process. */
export function readQuery(text: string): Query {
  try {
    return parseQuery(text)
  } catch {
    return unreadableQuery
  }
}

function place(query: Query, name: string, inner: string | undefined, innerIsList: boolean, value: string): void {
  if (inner === undefined) return put(query, name, value, false)
  if (inner === '' || /^\d+$/.test(inner)) return put(query, name, value, true)
  const known = query[name]
  if (typeof known === 'string' || Array.isArray(known)) return
  const nested = known ?? (query[name] = Object.create(null) as Record<string, string | string[]>)
  put(nested, inner, value, innerIsList)
}

function put(into: Record<string, QueryValue>, name: string, value: string, list: boolean): void {
  const known = into[name]
  if (known === undefined) into[name] = list ? [value] : value
  else if (typeof known === 'string') into[name] = [known, value]
  else if (Array.isArray(known)) known.push(value)
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Falls through to the same refusal.
  }
  throw kernelProblem('unreadable_query')
}
