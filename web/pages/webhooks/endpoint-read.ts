import { read } from '../../api/query.ts'

/** Where webhooks are read and changed. */

export const listPath = '/webhooks/{tenantUUID}/endpoints'
export const onePath = '/webhooks/{tenantUUID}/endpoints/{endpointUUID}'
export const logPath = '/webhooks/{tenantUUID}/endpoints/{endpointUUID}/deliveries'
export const deliveryPath = '/webhooks/{tenantUUID}/deliveries/{deliveryUUID}'

export const endpointOf = (tenantUUID: string, endpointUUID: string) =>
  read(onePath, { params: { path: { tenantUUID, endpointUUID } } })

export const eventsOf = (tenantUUID: string) => ({
  ...read('/webhooks/{tenantUUID}/events', { params: { path: { tenantUUID } } }),
  staleTime: 600_000,
})

/** What it can be called where there is little room. */
export const hostIn = (url: string): string => URL.parse(url)?.host ?? url
