import { PageHeader } from '../../ui/page.tsx'

export function Profile() {
  return <PageHeader title="Profile" />
}
