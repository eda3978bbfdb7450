import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { MailSent } from './mail-sent.tsx'

export function ForgotPassword() {
  const ask = useWrite(
    async (email: string) => {
      await api.POST('/portal/password-reset', { body: { email } })
      return { data: email }
    },
    { inline: true },
  )
  if (ask.result !== undefined)
    return (
      <MailSent title="Check your e-mail" email={ask.result}>
        If this address has an account, a link to choose a new password is on its way. It is valid for 72 hours.
      </MailSent>
    )
  return (
    <>
      <PageHeader title="Choose a new password" says="We will send a link to the address you sign in with." />
      <Card>
        <Form problem={ask.problem} onSubmit={(typed) => ask.run(typed.text('email'))}>
          <Field name="email" label="E-mail address">
            <Input type="email" required autoComplete="username" />
          </Field>
          <Button type="submit" look="primary" busy={ask.busy}>
            Send link
          </Button>
        </Form>
      </Card>
      <p className="mt-4 text-sm text-soft">
        <TextLink to="/sign-in">Back to sign in</TextLink>
      </p>
    </>
  )
}
