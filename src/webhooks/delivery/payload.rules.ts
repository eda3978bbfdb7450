/** What is sent. */

/** So many events wait for an endpoint at most (ADR 96). */
export const mostWaiting = 10_000

export interface Happened {
  readonly uuid: string
  readonly tenant: string
  readonly type: string
  readonly data: unknown
  readonly position: number
  readonly happenedAt: Date
}

/** As Standard Webhooks recommends it. */
export const payloadOf = ({ type, happenedAt, tenant, data }: Happened): string =>
  JSON.stringify({ type, timestamp: happenedAt.toISOString(), tenant_uuid: tenant, data })
