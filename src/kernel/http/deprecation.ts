import type { Endpoint } from '../endpoint.ts'

/** The headers that announce the end of an endpoint: since when, and until when (RFC 9745 §2, RFC 8594 §3). */
export function deprecationHeaders({ deprecated }: Pick<Endpoint, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {}
  const { since, sunset, successor } = deprecated
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
    sunset: new Date(sunset).toUTCString(),
    ...(successor ? { link: `<${successor}>; rel="successor-version"` } : {}),
  }
}
