import { PageHeader } from '../../ui/page.tsx'

export function Settings() {
  return <PageHeader title="Settings" />
}
