import { PageHeader } from '../../ui/page.tsx'

export function SignUp() {
  return <PageHeader title="SignUp" />
}
