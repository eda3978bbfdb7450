import { read } from '../../api/query.ts'

export const prefixPath = '/nethub-data/{tenantUUID}/prefixes/{notation}'

export const prefixOf = (tenantUUID: string, notation: string) =>
  read(prefixPath, { params: { path: { tenantUUID, notation } } })
