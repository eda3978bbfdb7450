import { PageHeader } from '../../ui/page.tsx'

export function Integrations() {
  return <PageHeader title="Integrations" />
}
