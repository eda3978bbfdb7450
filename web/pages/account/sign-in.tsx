import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { signedIn } from '../../api/signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'

const page = getRouteApi('/plain/sign-in')

/** Only to a page of ours: an address from elsewhere must not lead people away. */
function returnPath(to: string | undefined): string {
  return to?.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\') ? to : '/home'
}

export function SignIn() {
  const { to } = page.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const enter = useWrite((body: { email: string; password: string }) => api.POST('/portal/sign-in', { body }), {
    inline: true,
    onDone: () => {
      signedIn.yes()
      queries.clear()
      const path = returnPath(to)
      // Pages about the API are not of this portal: the browser goes there itself.
      if (/^\/docs(\/|$)/.test(path)) location.assign(path)
      else router.history.push(path)
    },
  })
  return (
    <>
      <PageHeader title="Sign in" />
      <Card>
        <Form
          problem={enter.problem}
          onSubmit={(typed) => enter.run({ email: typed.text('email'), password: typed.secret('password') })}
        >
          <Field name="email" label="E-mail address">
            <Input type="email" required autoComplete="username" />
          </Field>
          <Field name="password" label="Password">
            <Input type="password" required autoComplete="current-password" />
          </Field>
          <Button type="submit" look="primary" busy={enter.busy}>
            Sign in
          </Button>
        </Form>
      </Card>
      <p className="mt-4 flex justify-between text-sm text-soft">
        <Link to="/forgot-password" className="underline underline-offset-2 hover:text-ink">
          Forgotten your password?
        </Link>
        <Link to="/sign-up" className="underline underline-offset-2 hover:text-ink">
          Sign up
        </Link>
      </p>
    </>
  )
}
