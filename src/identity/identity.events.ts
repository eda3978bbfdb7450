import { Type, Uuid, OneOf } from '../kernel/http/schema.ts'
import { events } from '../kernel/work/event-table.ts'
import { tenantStates } from './company/tenant.states.ts'

const tenant = Type.Object({ title: Type.String(), status: OneOf(tenantStates.states) })

export const identityEvents = events({
  'app_key.created': [
    'A company has a new app key.',
    Type.Object({ uuid: Uuid, name: Type.String(), scopes: Type.Array(Type.String()) }),
  ],
  'app_key.revoked': [
    'An app key was revoked, and its access tokens with it.',
    Type.Object({ uuid: Uuid, name: Type.String() }),
  ],
  'tenant.activate': ['A company may lease and list from now on.', tenant],
  'tenant.suspend': ['An operator suspended a company; its tokens ended.', tenant],
  'tenant.restore': ['A suspended company may act again.', tenant],
  'tenant.close': ['A company was closed for good.', tenant],
})
