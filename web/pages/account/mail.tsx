import { useQuery } from '@tanstack/react-query'
import type { MailChoice } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { Switch } from '../../ui/field.tsx'
import { MailWays } from '../../ui/notification/mail-ways.tsx'
import { Card } from '../../ui/page.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'
import { AccountFrame } from './account-frame.tsx'

const path = '/portal/me/mail'

/** What one is mailed, whichever company one acts for. */
export function Mail() {
  const { data, error, refetch } = useQuery(read(path, {}))
  const news = data?.data.filter(({ duty }) => !duty)
  const duties = data?.data.filter(({ duty }) => duty)
  return (
    <AccountFrame title="Mail" says="Which e-mails you get, for all your companies.">
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            <NotificationWays />
            <Card title="Essential mail" says="About access or money; cannot be turned off.">
              {duties ? <Duties choices={duties} /> : <Skeleton className="h-32 w-full" />}
            </Card>
          </div>
          <Card title="News" says="Optional; the same is in the portal.">
            {news ? <Choices choices={news} /> : <Skeleton className="h-60 w-full" />}
          </Card>
        </div>
      )}
    </AccountFrame>
  )
}

const waysPath = '/portal/me/notification-settings'

function NotificationWays() {
  const { data, error, refetch } = useQuery(read(waysPath))
  const choose = useWrite(
    (body: Parameters<Parameters<typeof MailWays>[0]['onChoose']>[0]) => api.PATCH(waysPath, { body }),
    { changes: [waysPath] },
  )
  return (
    <Card title="Notifications" says="Always in the portal; choose here how they are e-mailed to you.">
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <MailWays settings={data.data} usual="Default" onChoose={choose.run} />
      ) : (
        <Skeleton className="h-66 w-full" />
      )}
    </Card>
  )
}

const whoOf = ({ role }: MailChoice): string => (role === 'owner' ? 'For owners.' : 'For owners and members.')

function Choices({ choices }: { readonly choices: readonly MailChoice[] }) {
  const choose = useWrite(
    (body: { topic: MailChoice['topic']; wanted: boolean }) => api.PATCH('/portal/me/mail', { body }),
    { changes: [path] },
  )
  return (
    <ul className="grid gap-4">
      {choices.map((choice) => (
        <li key={choice.topic}>
          <Switch
            label={choice.title}
            hint={`${choice.says} ${whoOf(choice)}`}
            checked={choice.wanted}
            onChange={(wanted) => choose.run({ topic: choice.topic, wanted })}
          />
        </li>
      ))}
    </ul>
  )
}

function Duties({ choices }: { readonly choices: readonly MailChoice[] }) {
  return (
    <dl className="grid gap-4 text-sm">
      {choices.map((choice) => (
        <div key={choice.topic}>
          <dt>{choice.title}</dt>
          <dd className="text-xs text-faint">
            {choice.says} {whoOf(choice)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
