import { PageHeader } from '../../ui/page.tsx'

export function Home() {
  return <PageHeader title="Home" />
}
