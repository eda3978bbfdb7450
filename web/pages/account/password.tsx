import { PageHeader } from '../../ui/page.tsx'

export function Password() {
  return <PageHeader title="Password" />
}
