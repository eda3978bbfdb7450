import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { MailWays } from '../../ui/notification/mail-ways.tsx'
import { Card } from '../../ui/page.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'

const path = '/portal/companies/{tenantUUID}/notification-settings'

/** How the company has those mailed who have not chosen themselves. */
export function Notified() {
  const { uuid: tenantUUID } = useCompany()
  const params = { path: { tenantUUID } }
  const { data, error, refetch } = useQuery(read(path, { params }))
  const whyNot = useWhyNot('owner')
  const choose = useWrite(
    (body: Parameters<Parameters<typeof MailWays>[0]['onChoose']>[0]) => api.PATCH(path, { params, body }),
    { changes: [path] },
  )
  return (
    <Card
      title="Notifications"
      says="How members and owners are mailed who have not chosen themselves. What is about leases or money is mailed to owners at once."
    >
      <div className="max-w-xl">
        {error && !data ? (
          <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
        ) : data ? (
          <MailWays settings={data.data} usual="As usual" fixed={whyNot !== undefined} onChoose={choose.run} />
        ) : (
          <Skeleton className="h-28 w-full" />
        )}
      </div>
    </Card>
  )
}
