import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote } from '../../ui/states.tsx'

const page = getRouteApi('/plain/unsubscribe/$ticket')

/** Where a mail's "No more news like this" leads. Asked first: some programs follow every link of a mail. */
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
            title={`No more mail about ${topic.title.toLowerCase()}`}
            action={<LinkButton to="/account/mail">All mail settings</LinkButton>}
          >
            That was: {topic.says} You can have it back in your account.
          </EmptyState>
        ) : (
          <div className="grid gap-4">
            <p className="text-sm text-soft">
              You will no longer be mailed news like the one you have come from. What is about access or money still
              comes.
            </p>
            {leave.problem && <ErrorNote problem={leave.problem} />}
            <Button look="primary" busy={leave.busy} onClick={() => leave.run()}>
              No more news like this
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
