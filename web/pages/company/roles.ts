import type { Role } from '../../../src/kernel/endpoint.ts'
import type { Option } from '../../ui/select.tsx'

export type { Role }

export const roleOptions: readonly Option<Role>[] = [
  { value: 'owner', label: 'Owner', hint: 'Full access, including members and app keys' },
  { value: 'member', label: 'Member', hint: 'Can lease, list and pay' },
  { value: 'viewer', label: 'Viewer', hint: 'Read-only access' },
]
