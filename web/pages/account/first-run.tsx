import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useWrite, type Write } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { takeTicket } from './ticket.ts'

/** Where the address leads that the first start prints: the company that runs the marketplace, and its first person. */

interface Founding {
  readonly company: { readonly title: string }
  readonly name: string
  readonly email: string
  readonly password: string
}

export function FirstRun() {
  const [ticket] = useState(takeTicket)
  const navigate = useNavigate()
  const begin = useWrite((given: Founding) => api.POST('/portal/first-run', { body: { ticket, ...given } }), {
    inline: true,
    done: 'Your marketplace is set up; sign in.',
    onDone: () => void navigate({ to: '/sign-in', search: { to: '/operator/readiness' } }),
  })
  if (ticket === '')
    return (
      <>
        <PageHeader title="First run" />
        <Card>
          <EmptyState icon="key" title="Open the address on the terminal">
            Open the link that the server prints in its terminal when it starts for the first time. Already done?{' '}
            <TextLink to="/sign-in">sign in</TextLink>.
          </EmptyState>
        </Card>
      </>
    )
  return (
    <>
      <PageHeader title="First run" says="Set up the company that runs this marketplace, with you as its owner." />
      <Card>
        <FoundingForm begin={begin} />
      </Card>
    </>
  )
}

function FoundingForm({ begin }: { readonly begin: Pick<Write<Founding, unknown>, 'run' | 'busy' | 'problem'> }) {
  return (
    <Form
      keeps="first-run"
      problem={begin.problem}
      onSubmit={(typed) =>
        begin.run({
          company: { title: typed.text('company.title') },
          name: typed.text('name'),
          email: typed.text('email'),
          password: typed.secret('password'),
        })
      }
    >
      <Field name="company.title" label="Company" hint="Its members are operators, with access to every company.">
        <Input required maxLength={255} autoComplete="organization" />
      </Field>
      <Field name="name" label="Your name">
        <Input required maxLength={255} autoComplete="name" />
      </Field>
      <Field name="email" label="E-mail address">
        <Input type="email" required autoComplete="email" />
      </Field>
      <Field name="password" label="Password" hint="At least 12 characters; a sentence is easy to remember.">
        <Input type="password" required minLength={12} maxLength={1_024} autoComplete="new-password" />
      </Field>
      <Button type="submit" look="primary" busy={begin.busy}>
        Begin
      </Button>
    </Form>
  )
}
