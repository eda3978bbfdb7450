import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { hasPasskeys, signByPasskey } from '../../api/passkey.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { SecondStep, useOwed } from './entering.tsx'
import { refusalOf, useEntered, useGoOn, useOffer, useSignOn } from './sign-on.ts'

const page = getRouteApi('/plain/sign-in')

export function SignIn() {
  const { to, refused, entered } = page.useSearch()
  const goOn = useGoOn(to)
  useEntered(entered, goOn)
  const offer = useOffer()
  const { owed, settle, beginAgain } = useOwed(goOn)
  const enter = useWrite((body: { email: string; password: string }) => api.POST('/portal/sign-in', { body }), {
    inline: true,
    onDone: settle,
  })
  const signOn = useSignOn()
  const submit = (typed: Typed) => {
    const email = typed.text('email')
    if (offer.offered) signOn.run({ email, ...(to === undefined ? {} : { to }) })
    else enter.run({ email, password: typed.secret('password') })
  }
  const problem = offer.offered ? signOn.problem : enter.problem
  if (owed) return <SecondStep owed={owed} onDone={goOn} onBack={beginAgain} />
  return (
    <>
      <PageHeader title="Sign in" />
      <Card>
        <Form problem={problem ?? refusalOf(refused)} onSubmit={submit}>
          <Field name="email" label="E-mail address">
            <Input type="email" required autoComplete="username" onBlur={(event) => offer.look(event.currentTarget)} />
          </Field>
          {offer.offered ? <BySignOn busy={signOn.busy} onDecline={offer.decline} /> : <ByPassword busy={enter.busy} />}
        </Form>
        {hasPasskeys() && <ByPasskey onDone={goOn} />}
      </Card>
      <p className="mt-4 flex justify-between text-sm text-soft">
        <Link to="/forgot-password" className="underline underline-offset-2 hover:text-ink">
          Forgot your password?
        </Link>
        <Link to="/sign-up" className="underline underline-offset-2 hover:text-ink">
          Sign up
        </Link>
      </p>
    </>
  )
}

function ByPassword({ busy }: { readonly busy: boolean }) {
  return (
    <>
      <Field name="password" label="Password">
        <Input type="password" required autoComplete="current-password" />
      </Field>
      <Button type="submit" look="primary" busy={busy}>
        Sign in
      </Button>
    </>
  )
}

function BySignOn({ busy, onDecline }: { readonly busy: boolean; readonly onDecline: () => void }) {
  return (
    <>
      <output className="text-sm text-soft">Your company signs you in on its own page.</output>
      <Button type="submit" look="primary" busy={busy}>
        Continue with single sign-on
      </Button>
      <Button look="quiet" onClick={onDecline}>
        Use a password instead
      </Button>
    </>
  )
}

/** Neither address nor password: the passkey knows whose it is. */
function ByPasskey({ onDone }: { readonly onDone: () => void }) {
  const enter = useWrite(
    async () => {
      const { data } = await api.POST('/portal/sign-in/passkey-request', { body: {} })
      if (!data) throw new Error('a request has content')
      return api.POST('/portal/sign-in/passkey', { body: { passkey: await signByPasskey(data.data) } })
    },
    { inline: true, onDone },
  )
  return (
    <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
      {enter.problem && <ErrorNote problem={enter.problem} />}
      <Button icon="key" busy={enter.busy} onClick={() => enter.run()}>
        Use a passkey
      </Button>
    </div>
  )
}
