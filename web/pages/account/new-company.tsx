import { PageHeader } from '../../ui/page.tsx'

export function NewCompany() {
  return <PageHeader title="NewCompany" />
}
