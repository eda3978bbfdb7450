import type { ReactNode } from 'react'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, Note } from '../../ui/states.tsx'

interface MailSentProps {
  readonly title: string
  readonly email: string
  readonly sandbox?: boolean
  readonly children: ReactNode
}

export function MailSent({ title, email, sandbox, children }: MailSentProps) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon="mail" title={email}>
          {children}
        </EmptyState>
        {sandbox && (
          <Note>This is a sandbox: where no mail server is set up, an operator finds the mail in the mailbox.</Note>
        )}
      </Card>
    </>
  )
}
