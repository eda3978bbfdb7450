import { useRouter, type LinkProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useMe, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCurl } from '../../ui/curl/copy-curl.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Card } from '../../ui/page.tsx'
import { ErrorNote, Note } from '../../ui/states.tsx'
import { offerChanges, offerPath } from './offer-read.ts'
import { ProofWays, useWays } from './ways.tsx'
import { offerWords } from './words.ts'

/** The mailed code is entered, another one asked for, or another way of proof chosen. */

export function Prove({ offer }: { readonly offer: Offer }) {
  const waits = offer.status === 'auth_pending'
  const { data } = useWays(offer)
  // Nobody waits for the registry's answer to enter a code: until it is known that none was mailed, one may have been.
  const byMail = offer.auth.type === 'email' && (!waits || data?.data.code_awaited !== false)
  return (
    <Card>
      <div className="grid gap-4">
        {!waits && <Note tone="warn">{offerWords[offer.status].says}</Note>}
        <p className="text-sm text-soft">{offer.auth.description}</p>
        {waits && byMail && <CodeForm offer={offer} />}
        {(byMail || !waits) && <Resend offer={offer} />}
        {byMail && <SandboxNote />}
        <ProofWays offer={offer} />
      </div>
    </Card>
  )
}

function CodeForm({ offer }: { readonly offer: Offer }) {
  const { uuid: tenantUUID } = useCompany()
  const why = useWhyNot('member')
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  const verify = useWrite((code: string) => api.POST(`${offerPath}/verify`, { params: { path }, body: { code } }), {
    changes: offerChanges,
    inline: true,
    done: 'Ownership proven. Checks are running.',
  })
  return (
    <Form problem={verify.problem} onSubmit={verify.from((typed) => typed.text('code'))}>
      <div className="flex flex-wrap items-start gap-3">
        <Field name="code" label="Code from the e-mail" hint="Case, spaces and hyphens do not matter." className="w-56">
          <Input
            mono
            required
            maxLength={40}
            autoComplete="one-time-code"
            spellCheck={false}
            placeholder="K7WQ4MZD"
            className="w-full tracking-widest uppercase placeholder:tracking-widest"
          />
        </Field>
        <Button type="submit" look="primary" busy={verify.busy} why={why} className="mt-6">
          Verify
        </Button>
        <CopyCurl className="mt-6.5" />
      </div>
    </Form>
  )
}

const betweenCodes = 60

/** Another code at most once a minute; how long that still is stands on the button. */
function Resend({ offer }: { readonly offer: Offer }) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const [wait, setWait] = useCountdown()
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  const resend = useWrite(() => api.POST(`${offerPath}/verify/resend`, { params: { path } }), {
    changes: offerChanges,
    inline: true,
    done: (result) => [result.status === 'auth_pending' ? 'A new code has been sent.' : 'Retried.'],
  })
  const run = () =>
    void resend.runAsync().then(
      () => setWait(betweenCodes),
      (error: unknown) => setWait(asProblem(error).retryAfter ?? 0),
    )
  const why = wait > 0 ? `You can request a new code in ${wait} seconds.` : undefined
  const label = offer.status === 'auth_pending' ? 'Send a new code' : 'Try again'
  return (
    <div className="grid justify-items-start gap-2">
      {resend.problem && wait > 0 && <ErrorNote problem={resend.problem} />}
      {resend.problem && resend.problem.code !== 'resend_throttled' && <ErrorNote problem={resend.problem} />}
      <Button icon="mail" busy={resend.busy} why={mayNot ?? why} onClick={run}>
        {label}
        {wait > 0 && <span className="inline-block min-w-8 text-right tabular-nums">{wait} s</span>}
      </Button>
    </div>
  )
}

function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}

function SandboxNote() {
  const { sandbox, person } = useMe()
  const { routesByPath } = useRouter()
  if (!sandbox) return null
  const to: string = '/operator/mailbox'
  return (
    <Note>
      This is a sandbox: no e-mail is sent.{' '}
      {person.operator && to in routesByPath ? (
        <TextLink {...({ to } as LinkProps)}>Open the mailbox</TextLink>
      ) : (
        'An operator can find the code in the mailbox'
      )}
      .
    </Note>
  )
}
