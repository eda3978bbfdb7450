import type { ReactNode } from 'react'
import { useMe } from '../../api/session.ts'
import { PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const pages = [
  ['Profile', '/account', 'person'],
  ['Security', '/account/security', 'person'],
  ['Sessions', '/account/sessions', 'session'],
  ['Notifications', '/account/notifications', 'session'],
  ['Mail', '/account/mail', 'person'],
] as const

interface AccountFrameProps {
  readonly title: string
  readonly says: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The pages of a person hang together. */
export function AccountFrame({ title, says, actions, children }: AccountFrameProps) {
  return (
    <>
      <PageHeader title={title} says={says} actions={actions} />
      <AccountTabs />
      {children}
    </>
  )
}

/** Who is signed in for one company only has no account here, but a session. */
export function AccountTabs() {
  const { bounded } = useMe()
  const shown = pages.filter(([, , of]) => of === 'session' || !bounded)
  return <Tabs label="Your account" tabs={shown.map(([label, to]) => ({ label, to: { to } }))} />
}
