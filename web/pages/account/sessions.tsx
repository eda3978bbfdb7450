import { PageHeader } from '../../ui/page.tsx'

export function Sessions() {
  return <PageHeader title="Sessions" />
}
