import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { SecondStep, useOwed } from './entering.tsx'
import { useGoOn } from './sign-on.ts'
import { takeTicket } from './ticket.ts'

/** Where the links of mails lead: sign-ups, forgotten passwords. */
export function Password() {
  const [ticket] = useState(takeTicket)
  const goOn = useGoOn(undefined)
  const { owed, settle } = useOwed(goOn)
  const choose = useWrite((password: string) => api.POST('/portal/password', { body: { ticket, password } }), {
    inline: true,
    done: 'Your password is set.',
    onDone: settle,
  })
  if (owed) return <SecondStep owed={owed} onDone={goOn} />
  if (ticket === '')
    return (
      <>
        <PageHeader title="Choose a password" />
        <Card>
          <EmptyState icon="mail" title="Open the link in the mail">
            Use the link in the e-mail we sent you. It may have been cut off or already used:{' '}
            <TextLink to="/forgot-password">ask for a new one</TextLink>.
          </EmptyState>
        </Card>
      </>
    )
  return (
    <>
      <PageHeader title="Choose a password" says="Wherever you were signed in, you will have to sign in again." />
      <Card>
        <Form problem={choose.problem} onSubmit={(typed) => choose.run(typed.secret('password'))}>
          <Field name="password" label="Password" hint="At least 12 characters; a sentence is easy to remember.">
            <Input type="password" required minLength={12} maxLength={1_024} autoComplete="new-password" />
          </Field>
          <Button type="submit" look="primary" busy={choose.busy}>
            Set password
          </Button>
        </Form>
      </Card>
    </>
  )
}
