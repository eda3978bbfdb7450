import { PageHeader } from '../../ui/page.tsx'

export function ForgotPassword() {
  return <PageHeader title="ForgotPassword" />
}
