import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'

export function Profile() {
  return (
    <div className="max-w-xl">
      <PageHeader title="Profile" says="Yours, whichever company you act for." />
      <div className="flex flex-col gap-5">
        <NameCard />
        <PasswordCard />
      </div>
    </div>
  )
}

function NameCard() {
  const { person } = useMe()
  const rename = useWrite((name: string) => api.PATCH('/portal/me', { body: { name } }), {
    changes: ['/portal/me'],
    inline: true,
    done: 'Your name is changed.',
  })
  return (
    <Card title="You">
      <Form problem={rename.problem} onSubmit={(typed) => rename.run(typed.text('name'))}>
        <Field name="email" label="E-mail address" hint="You sign in with it.">
          <Input value={person.email} disabled />
        </Field>
        <Field name="name" label="Name">
          <Input key={person.name} defaultValue={person.name} required maxLength={255} autoComplete="name" />
        </Field>
        <Button type="submit" busy={rename.busy} className="self-start">
          Save
        </Button>
      </Form>
    </Card>
  )
}

function PasswordCard() {
  // A new form after each change: what was typed is no longer needed.
  const [round, setRound] = useState(0)
  const change = useWrite(
    (body: { current_password: string; password: string }) => api.POST('/portal/me/password', { body }),
    {
      inline: true,
      changes: ['/portal/me/sessions'],
      done: 'Your password is changed; other sessions have ended.',
      onDone: () => setRound(round + 1),
    },
  )
  return (
    <Card title="Password">
      <Form
        key={round}
        problem={change.problem}
        onSubmit={(typed) =>
          change.run({ current_password: typed.secret('current_password'), password: typed.secret('password') })
        }
      >
        <Field name="current_password" label="Present password">
          <Input type="password" required autoComplete="current-password" />
        </Field>
        <Field name="password" label="New password" hint="At least 12 characters. All other sessions end.">
          <Input type="password" required minLength={12} maxLength={1_024} autoComplete="new-password" />
        </Field>
        <Button type="submit" busy={change.busy} className="self-start">
          Change the password
        </Button>
      </Form>
    </Card>
  )
}
