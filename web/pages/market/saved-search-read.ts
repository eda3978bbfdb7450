import { read } from '../../api/query.ts'

export const searchesPath = '/billing/v1/{tenantUUID}/market/saved-searches'
export const searchPath = '/billing/v1/{tenantUUID}/market/saved-searches/{searchUUID}'
export const matchesPath = '/billing/v1/{tenantUUID}/market/saved-searches/{searchUUID}/matches'

export const savedSearch = (tenantUUID: string, searchUUID: string) =>
  read(searchPath, { params: { path: { tenantUUID, searchUUID } } })
