import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { SignOn as Shown } from '../../../client/portal.gen.ts'
import { signOnRefusal } from '../../../src/identity/sso/sign-on.problems.ts'
import { api } from '../../api/client.ts'
import { asProblem, Problem } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/field.tsx'
import { BackLink } from '../../ui/link.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { Domains } from './sign-on-domains.tsx'
import { People } from './sign-on-people.tsx'
import { ProviderCard } from './sign-on-provider.tsx'
import { signOnPath, useSignOnRead, type Provider } from './sign-on-read.ts'

/** The company's own sign-on: its identity provider, the domains it is for, a test, then the switches. */

const page = getRouteApi('/signed-in/c/$company/sign-on')

export function SignOn() {
  const { param } = useCompany()
  const { data, error, refetch } = useQuery(useSignOnRead())
  const signOn = data?.data
  return (
    <>
      <PageHeader
        title="Single sign-on"
        says="Your people sign in on your own identity provider, by OpenID Connect. Such a session is for this company only."
        above={
          <BackLink to="/c/$company/settings" params={{ company: param }}>
            Company
          </BackLink>
        }
      />
      <div className="flex flex-col gap-5">
        <Outcome />
        {error && !data ? (
          <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
        ) : signOn ? (
          <Parts signOn={signOn} />
        ) : (
          <Skeleton className="h-96 w-full" />
        )}
      </div>
    </>
  )
}

function Parts({ signOn }: { readonly signOn: Shown }) {
  const { provider, domains, callback_url: callback } = signOn
  return (
    <>
      <ProviderCard key={`${provider?.issuer} ${provider?.client_id}`} provider={provider} callback={callback} />
      <Domains domains={domains} />
      {provider && <Switches provider={provider} proven={domains.some(({ proven_at: at }) => at !== null)} />}
      {provider && <People />}
    </>
  )
}

/** How the test ended that led back here. */
function Outcome() {
  const { tested, refused } = page.useSearch()
  const row = signOnRefusal.all.find(({ code }) => code === refused)
  if (row)
    return (
      <ErrorNote problem={new Problem(row.status, { code: row.code, message: `The test failed: ${row.sentence}` })} />
    )
  return tested ? <Note tone="good">The test went well: the provider vouched for an address of yours.</Note> : null
}

function Switches({ provider, proven }: { readonly provider: Provider; readonly proven: boolean }) {
  const { uuid: tenantUUID } = useCompany()
  const change = useWrite(
    (body: { enabled?: boolean; required?: boolean }) =>
      api.PATCH(signOnPath, { params: { path: { tenantUUID } }, body }),
    { changes: [signOnPath, '/portal/me'], inline: true },
  )
  const { enabled, required, tested_at: at } = provider
  return (
    <Card
      title="In use"
      says="Test it first: the whole way to your provider and back, except that nobody is signed in at its end."
      actions={<Test why={proven ? undefined : 'Prove a mail domain first.'} />}
    >
      <div className="flex max-w-xl flex-col gap-4">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? 'On' : 'Off'}</Badge>
          {at === null ? (
            <span className="text-soft">Not tested yet.</span>
          ) : (
            <span className="text-soft">
              Tested <Time of={at} real />.
            </span>
          )}
        </p>
        {change.problem && <ErrorNote problem={change.problem} />}
        {enabled ? (
          <SwitchOff onConfirm={() => change.runAsync({ enabled: false })} />
        ) : (
          <Switch
            label="Sign people in by it"
            hint="Whoever has an address in one of your proven domains is sent to your provider."
            checked={false}
            onChange={() => change.run({ enabled: true })}
          />
        )}
        <Switch
          label="Require it"
          hint="Members and viewers of your domains enter this company by it only. Owners keep their passwords, so that nobody is locked out."
          checked={required}
          onChange={(on) => change.run({ required: on })}
        />
      </div>
    </Card>
  )
}

/** It signs people out, so it asks. */
function SwitchOff({ onConfirm }: { readonly onConfirm: () => Promise<unknown> }) {
  const whyNot = useWhyNot('owner')
  return (
    <div className="flex items-center justify-between gap-4 text-sm">
      <span>People of your domains are signed in by it.</span>
      <Confirm
        title="Switch single sign-on off?"
        says="Everybody who came by it is signed out at once. Those without a password choose one by mail."
        action="Switch off"
        onConfirm={onConfirm}
        trigger={
          <Button small why={whyNot}>
            Switch off
          </Button>
        }
      />
    </div>
  )
}

function Test({ why }: { readonly why: string | undefined }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const test = useWrite(() => api.POST(`${signOnPath}/test`, { params: { path: { tenantUUID } } }), {
    onDone: (answer) => {
      if (answer) location.assign(answer.data.url)
    },
  })
  return (
    <Button icon="external" busy={test.busy} why={whyNot ?? why} onClick={() => test.run()}>
      Test it
    </Button>
  )
}
