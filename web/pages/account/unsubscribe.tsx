import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote } from '../../ui/states.tsx'

const page = getRouteApi('/plain/unsubscribe/$ticket')

/** Where a mail's "Unsubscribe" leads. Asked first: some programs follow every link of a mail. */
export function Unsubscribe() {
  const { ticket } = page.useParams()
  const leave = useWrite(
    () =>
      api.POST('/unsubscribe/{ticket}', {
        params: { path: { ticket } },
        body: { 'List-Unsubscribe': 'One-Click' },
        bodySerializer: (fields) => new URLSearchParams(fields as Record<string, string>).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    { changes: ['/portal/me/mail'], inline: true },
  )
  const topic = leave.result?.data
  return (
    <>
      <PageHeader title="News by mail" />
      <Card>
        {topic ? (
          <EmptyState
            icon="check"
            title={`No more e-mails about ${topic.title}`}
            action={<LinkButton to="/account/mail">All mail settings</LinkButton>}
          >
            Unsubscribed from: {topic.says} You can turn it back on in your account.
          </EmptyState>
        ) : (
          <div className="grid gap-4">
            <p className="text-sm text-soft">
              You will no longer get e-mails like this one. E-mails about access or money still come.
            </p>
            {leave.problem && <ErrorNote problem={leave.problem} />}
            <Button look="primary" busy={leave.busy} onClick={() => leave.run()}>
              Unsubscribe
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
