import { api } from '../../api/client.ts'
import { useWrite, type Write } from '../../api/query.ts'
import { usePublished } from '../../api/site-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { MailSent } from './mail-sent.tsx'
import { PurposeField, type Purpose } from './purpose.tsx'
import { TermsTick } from './terms-tick.tsx'

interface SigningUp {
  readonly email: string
  readonly name: string
  readonly company: { readonly title: string; readonly role: Purpose }
  readonly terms_version?: number
}

export function SignUp() {
  const join = useWrite(
    async (body: SigningUp) => {
      const { data } = await api.POST('/portal/sign-up', { body })
      return { data: { email: body.email, sandbox: data?.data.sandbox ?? false } }
    },
    { inline: true },
  )
  if (join.result)
    return (
      <MailSent title="Check your e-mail" {...join.result}>
        Open the link to choose a password and finish setting up your company. It is valid for 72 hours.
      </MailSent>
    )
  return (
    <>
      <PageHeader title="Sign up" says="For companies that need IPv4 space, or have some to lease out." />
      <Card>
        <SignUpForm join={join} />
      </Card>
      <p className="mt-4 text-sm text-soft">
        Already have an account? <TextLink to="/sign-in">Sign in</TextLink>
      </p>
    </>
  )
}

function SignUpForm({ join }: { readonly join: Pick<Write<SigningUp, unknown>, 'run' | 'busy' | 'problem'> }) {
  const terms = usePublished()?.find(({ kind }) => kind === 'terms')
  return (
    <Form
      keeps="sign-up"
      problem={join.problem}
      onSubmit={(typed) =>
        join.run({
          email: typed.text('email'),
          name: typed.text('name'),
          company: { title: typed.text('company.title'), role: typed.text('company.role') as Purpose },
          ...(terms && typed.has('terms') && { terms_version: terms.version }),
        })
      }
    >
      <Field name="name" label="Your name">
        <Input required maxLength={255} autoComplete="name" />
      </Field>
      <Field name="email" label="E-mail address" hint="We will send a link there to confirm it is yours.">
        <Input type="email" required autoComplete="email" />
      </Field>
      <Field name="company.title" label="Company">
        <Input required maxLength={255} autoComplete="organization" />
      </Field>
      <PurposeField name="company.role" />
      <TermsTick />
      <Button type="submit" look="primary" busy={join.busy}>
        Sign up
      </Button>
    </Form>
  )
}
