import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactors } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card } from '../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AddApp } from './add-app.tsx'
import { factorsPath, factorWrites } from './factor-read.ts'
import { Passkeys } from './passkeys.tsx'
import { CodesOnce } from './recovery-codes.tsx'

/** What one proves oneself by beside the password. */

export function Security() {
  const { data, error, refetch } = useQuery({ ...read(factorsPath), staleTime: 0 })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <AccountFrame title="Security" says="A second factor: whoever learns your password still cannot sign in as you.">
      <div className="flex flex-col gap-4">
        <Required />
        {error && !data && <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-80 w-full rounded-lg" />}
        {data && (
          <>
            <AppCard totp={data.data.totp} onCodes={setCodes} />
            <Passkeys passkeys={data.data.passkeys} onCodes={setCodes} />
            <CodesCard factors={data.data} onCodes={setCodes} />
          </>
        )}
      </div>
      <CodesOnce codes={codes} onClose={() => setCodes(null)} />
    </AccountFrame>
  )
}

/** Who must have one and has none: why they are here. */
function Required() {
  const { person, companies } = useMe()
  const requiring = companies.filter(({ lacks_second_factor }) => lacks_second_factor).map(({ title }) => title)
  if (requiring.length === 0 && !person.lacks_second_factor) return null
  return (
    <Note tone="warn">
      {requiring.length === 0
        ? 'Operators need a second factor here.'
        : `${requiring.join(', ')} can only be used with a second factor.`}{' '}
      Set one up below, then go on.
    </Note>
  )
}

interface AppCardProps {
  readonly totp: SecondFactors['totp']
  readonly onCodes: (codes: readonly string[] | null) => void
}

function AppCard({ totp, onCodes }: AppCardProps) {
  const remove = useWrite(() => api.DELETE('/portal/me/totp'), {
    ...factorWrites,
    done: 'The authenticator app is removed.',
  })
  return (
    <Card
      title="Authenticator app"
      says="An app on your phone shows a code that changes every half minute."
      actions={totp ? undefined : <AddApp onCodes={onCodes} />}
    >
      {totp ? (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <p>
            <Badge tone="good">On</Badge> <span className="text-soft">since </span>
            <Time of={totp.created_at} as="date" real />
          </p>
          <Confirm
            title="Remove the authenticator app?"
            says="Its codes sign you in no more. To move to another phone, set it up again there."
            action="Remove"
            problem={remove.problem}
            onConfirm={() => remove.runAsync()}
            trigger={<Button small>Remove</Button>}
          />
        </div>
      ) : (
        <p className="text-sm text-soft">Not set up.</p>
      )}
    </Card>
  )
}

interface CodesCardProps {
  readonly factors: SecondFactors
  readonly onCodes: (codes: readonly string[] | null) => void
}

function CodesCard({ factors: { totp, passkeys, recovery_codes }, onCodes }: CodesCardProps) {
  const renew = useWrite(() => api.POST('/portal/me/recovery-codes'), {
    ...factorWrites,
    onDone: (answer) => onCodes(answer?.data.recovery_codes ?? null),
  })
  const none = totp === null && passkeys.length === 0
  const { left, created_at } = recovery_codes
  return (
    <Card title="Recovery codes" says="For when your phone is lost: each signs you in once.">
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p className={left > 0 && left <= 3 ? 'text-warn' : 'text-soft'}>
          {none ? 'They come with your first second factor.' : `${left} of 10 left`}
          {!none && created_at !== null && (
            <>
              , made <Time of={created_at} as="date" real />
            </>
          )}
        </p>
        <Confirm
          title="Make new recovery codes?"
          says="Those you have work no more."
          action="Make new ones"
          harmless
          problem={renew.problem}
          onConfirm={() => renew.runAsync()}
          trigger={
            <Button small why={none ? 'Set up an authenticator app or a passkey first.' : undefined}>
              Make new ones
            </Button>
          }
        />
      </div>
    </Card>
  )
}
