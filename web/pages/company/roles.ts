import type { Role } from '../../../src/kernel/endpoint.ts'
import type { Option } from '../../ui/select.tsx'

export type { Role }

export const roleOptions: readonly Option<Role>[] = [
  { value: 'owner', label: 'Owner', hint: 'Everything, with members and app keys' },
  { value: 'member', label: 'Member', hint: 'Leases, lists and pays' },
  { value: 'viewer', label: 'Viewer', hint: 'Looks at everything, changes nothing' },
]
