import { useQuery } from '@tanstack/react-query'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { Figure, PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Count } from '../../ui/values.tsx'
import { SendKept } from './send-kept.tsx'

/** How mail goes, where it is read by those it is for and by nobody else. */

const figures = [
  ['queued', 'Waiting', 'Queued for the mail server'],
  ['failed', 'Failed', 'Failed, will be retried'],
  ['kept', 'Kept', 'No mail server'],
] as const

export function MailStanding() {
  const { data, error, refetch } = useQuery({ ...read('/portal/operator/mail'), staleTime: 0 })
  const standing = data?.data
  return (
    <>
      <PageHeader
        title="Mailbox"
        says="Delivery status. Contents are private to the recipients."
        actions={<SendKept />}
      />
      {error && !standing ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-5">
          {standing?.server === false && (
            <Note tone="warn">
              No mail server is configured, so nothing is sent: set SUBLET_SMTP_URL and restart. Mail kept for up to
              seven days can be sent then.
            </Note>
          )}
          <div className="grid gap-3 sm:grid-cols-3">
            {figures.map(([name, title, says]) => (
              <Figure key={name} name={title} says={says}>
                {standing ? <Count of={standing[name]} /> : <Skeleton className="h-6 w-12" />}
              </Figure>
            ))}
          </div>
        </div>
      )}
    </>
  )
}
