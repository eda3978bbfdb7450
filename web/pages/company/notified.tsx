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
      says="Default for members and owners who have not chosen for themselves. Owners always get e-mails about leases and money immediately."
    >
      <div className="max-w-xl">
        {error && !data ? (
          <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
        ) : data ? (
          <MailWays settings={data.data} usual="Default" fixed={whyNot !== undefined} onChoose={choose.run} />
        ) : (
          <Skeleton className="h-28 w-full" />
        )}
      </div>
    </Card>
  )
}
