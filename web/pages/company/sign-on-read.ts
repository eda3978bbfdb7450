import type { SignOn } from '../../../client/portal.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'

export const signOnPath = '/portal/companies/{tenantUUID}/sso'
export const peoplePath = '/portal/companies/{tenantUUID}/sso/people'

export type Provider = NonNullable<SignOn['provider']>

export const useSignOnRead = () => read(signOnPath, { params: { path: { tenantUUID: useCompany().uuid } } })
