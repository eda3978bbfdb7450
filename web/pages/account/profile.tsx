import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { AccountFrame } from './account-frame.tsx'

export function Profile() {
  return (
    <AccountFrame title="Profile" says="For all your companies.">
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <NameCard />
        <PasswordCard />
      </div>
    </AccountFrame>
  )
}

function NameCard() {
  const { person } = useMe()
  const change = useWrite((body: { name: string; time_zone: string }) => api.PATCH('/portal/me', { body }), {
    changes: ['/portal/me'],
    inline: true,
    done: 'Profile saved.',
  })
  return (
    <Card title="You">
      <Form
        keeps="profile"
        problem={change.problem}
        onSubmit={(typed) => change.run({ name: typed.text('name'), time_zone: typed.text('time_zone') })}
      >
        <Field name="email" label="E-mail address" hint="You sign in with it.">
          <Input value={person.email} disabled />
        </Field>
        <Field name="name" label="Name">
          <Input key={person.name} defaultValue={person.name} required maxLength={255} autoComplete="name" />
        </Field>
        <Field
          name="time_zone"
          label="Time zone"
          hint={`Dates and times are shown in it. This browser’s is ${ownZone}.`}
        >
          <Combobox
            key={person.time_zone}
            name="time_zone"
            options={timeZones(person.time_zone)}
            defaultValue={person.time_zone}
            required
            placeholder="Type to search"
            none="No matching time zone."
          />
        </Field>
        <Button type="submit" busy={change.busy} className="self-start">
          Save
        </Button>
      </Form>
    </Card>
  )
}

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Those the browser knows, UTC first; the chosen one is among them even where it does not. */
const timeZones = (chosen: string) =>
  [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }))

function PasswordCard() {
  // A new form after each change: what was typed is no longer needed.
  const [round, setRound] = useState(0)
  const change = useWrite(
    (body: { current_password: string; password: string }) => api.POST('/portal/me/password', { body }),
    {
      inline: true,
      changes: ['/portal/me/sessions'],
      done: 'Password changed; other sessions have been signed out.',
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
        <Field name="current_password" label="Current password">
          <Input type="password" required autoComplete="current-password" />
        </Field>
        <Field name="password" label="New password" hint="At least 12 characters. All other sessions are signed out.">
          <Input type="password" required minLength={12} maxLength={1_024} autoComplete="new-password" />
        </Field>
        <Button type="submit" busy={change.busy} className="self-start">
          Change password
        </Button>
      </Form>
    </Card>
  )
}
