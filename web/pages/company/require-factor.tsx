import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card } from '../../ui/page.tsx'
import { ErrorNote, RoomOf } from '../../ui/states.tsx'

const path = '/portal/companies/{tenantUUID}/second-factor'

/** Whether everybody in the company must have a second factor. */
export function RequireFactor() {
  const { uuid: tenantUUID } = useCompany()
  const params = { path: { tenantUUID } }
  const { data, error, refetch } = useQuery(read(path, { params }))
  return (
    <Card
      title="Second factor"
      says="Whether everybody here must sign in with more than a password: an authenticator app or a passkey."
    >
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Choice tenantUUID={tenantUUID} required={data.data.required} without={data.data.without} />
      ) : (
        <RoomOf>
          <Choice tenantUUID={tenantUUID} required={false} without={1} />
        </RoomOf>
      )}
    </Card>
  )
}

interface ChoiceProps {
  readonly tenantUUID: string
  readonly required: boolean
  readonly without: number
}

function Choice({ tenantUUID, required, without }: ChoiceProps) {
  const set = useWrite(
    (next: boolean) => api.PUT(path, { params: { path: { tenantUUID } }, body: { required: next } }),
    { changes: [path, '/portal/me'], done: 'Saved.', inline: true },
  )
  const whyNot = useWhyNot('owner')
  const people = without === 1 ? '1 person has' : `${without} people have`
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-soft">
        {required ? 'Required.' : 'Everybody decides for themselves.'}{' '}
        {without === 0 ? 'Everybody has one.' : `${people} none.`}
      </p>
      <Confirm
        title={required ? 'No longer require a second factor?' : 'Require a second factor?'}
        says={
          required
            ? 'Whoever has one keeps it; nobody new needs one.'
            : `Who has none sees nothing of the company until they have set one up${without === 0 ? '' : `: now ${people.replace(' has', '').replace(' have', '')}`}.`
        }
        action={required ? 'Require it no more' : 'Require it'}
        harmless={!required}
        problem={set.problem}
        onConfirm={() => set.runAsync(!required)}
        trigger={<Button why={whyNot}>{required ? 'Require it no more' : 'Require it of everybody'}</Button>}
      />
    </div>
  )
}
