import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { me } from '../../api/session.ts'
import { signedIn } from '../../api/signed-in.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { useGoOn } from './sign-on.ts'
import { takeTicket } from './ticket.ts'

/** Where the link of an invitation leads: what one is invited to, and one's answer. */

/** Kept while one signs in and comes back; for this tab alone. */
const kept = 'invitation'

function ticketAtHand(): string {
  const ticket = takeTicket()
  if (ticket) sessionStorage.setItem(kept, ticket)
  return ticket || (sessionStorage.getItem(kept) ?? '')
}

const forgetTicket = () => sessionStorage.removeItem(kept)

const invitationTo = (ticket: string) => ({
  queryKey: ['/portal/invitation', ticket],
  queryFn: async () => {
    const { data } = await api.POST('/portal/invitation', { body: { ticket } })
    if (!data) throw new Error('an invitation has content')
    return data.data
  },
  enabled: ticket !== '',
  retry: false,
})

type Opened = Awaited<ReturnType<ReturnType<typeof invitationTo>['queryFn']>>

export function Invitation() {
  const [ticket] = useState(ticketAtHand)
  const { data, error } = useQuery(invitationTo(ticket))
  return (
    <>
      <PageHeader title="Invitation" {...(data ? { says: `${data.company} invites you as ${data.role}.` } : {})} />
      <Card>
        {ticket === '' ? (
          <EmptyState icon="mail" title="Open the link in the mail">
            This page is reached from the link in an invitation.
          </EmptyState>
        ) : data ? (
          <Answer ticket={ticket} invitation={data} />
        ) : error ? (
          <ErrorNote problem={asProblem(error)} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </Card>
    </>
  )
}

function Answer({ ticket, invitation }: { readonly ticket: string; readonly invitation: Opened }) {
  return (
    <div className="grid gap-4">
      <p className="text-sm wrap-anywhere text-soft">
        It is for {invitation.email}
        {invitation.invited_by !== null && `, by ${invitation.invited_by}`}, and open until{' '}
        <Time of={invitation.expires_at} as="date" real />.
      </p>
      {!invitation.has_account ? (
        <Join ticket={ticket} />
      ) : signedIn.maybe ? (
        <Accept ticket={ticket} />
      ) : (
        <LinkButton to="/sign-in" search={{ to: '/invitation' }} look="primary">
          Sign in to accept
        </LinkButton>
      )}
      <Decline ticket={ticket} />
    </div>
  )
}

function Accept({ ticket }: { readonly ticket: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const accept = useWrite(
    async () => {
      const accepted = await api.POST('/portal/invitation/accept', { body: { ticket } })
      // Its page needs to know of it.
      await queries.fetchQuery({ ...me(), staleTime: 0 })
      return accepted
    },
    {
      inline: true,
      onDone: (answer) => {
        forgetTicket()
        void navigate({ to: '/c/$company', params: { company: String(answer?.data.customer_number) } })
      },
    },
  )
  return (
    <>
      {accept.problem && <ErrorNote problem={accept.problem} />}
      <Button look="primary" busy={accept.busy} onClick={() => accept.run()}>
        Accept
      </Button>
    </>
  )
}

/** Somebody new: the link is the proof of the address. */
function Join({ ticket }: { readonly ticket: string }) {
  const goOn = useGoOn(undefined)
  const join = useWrite(
    (body: { name: string; password: string }) => api.POST('/portal/invitation/join', { body: { ticket, ...body } }),
    {
      inline: true,
      done: 'Welcome.',
      onDone: () => {
        forgetTicket()
        goOn()
      },
    },
  )
  return (
    <Form
      keeps="invitation"
      problem={join.problem}
      onSubmit={(typed) => join.run({ name: typed.text('name'), password: typed.secret('password') })}
    >
      <Field name="name" label="Your name">
        <Input required maxLength={255} autoComplete="name" />
      </Field>
      <Field name="password" label="Password" hint="At least 12 characters; a sentence is easy to remember.">
        <Input type="password" required minLength={12} maxLength={1_024} autoComplete="new-password" />
      </Field>
      <Button type="submit" look="primary" busy={join.busy}>
        Accept
      </Button>
    </Form>
  )
}

function Decline({ ticket }: { readonly ticket: string }) {
  const navigate = useNavigate()
  const decline = useWrite(() => api.POST('/portal/invitation/decline', { body: { ticket } }), {
    inline: true,
    done: 'Invitation declined.',
    onDone: () => {
      forgetTicket()
      void navigate({ to: '/' })
    },
  })
  return (
    <Confirm
      title="Decline the invitation?"
      says="The link stops working; you can be invited again."
      action="Decline"
      problem={decline.problem}
      onConfirm={() => decline.runAsync()}
      trigger={<Button>Decline</Button>}
    />
  )
}
