import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { Person } from '../../api/again.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../button.tsx'
import { Field, Input } from '../field.tsx'
import { Form } from '../form.tsx'
import { owedIn, SecondFactorForm, type SecondFactor } from './second-factor.tsx'

interface ProofProps {
  /** Who is expected. */
  readonly of: Person
  readonly onProven: (person: Person) => void
}

/** Proves in place who somebody is. Other ways than a password belong here, and nowhere else. */
export function Proof({ of, onProven }: ProofProps) {
  const [owed, setOwed] = useState<SecondFactor | null>(null)
  const enter = useWrite((body: { email: string; password: string }) => api.POST('/portal/sign-in', { body }), {
    inline: true,
    onDone: (answer) => {
      if (!answer) return
      if ('second_factor' in answer.data) setOwed(owedIn(answer.data))
      else onProven(answer.data)
    },
  })
  if (owed) return <SecondFactorForm owed={owed} action="Sign in and go on" onDone={onProven} />
  return (
    <Form
      problem={enter.problem}
      onSubmit={(typed) => enter.run({ email: typed.text('email'), password: typed.secret('password') })}
    >
      <Field name="email" label="E-mail address">
        <Input type="email" required autoComplete="username" defaultValue={of.email} />
      </Field>
      <Field name="password" label="Password">
        <Input type="password" required autoComplete="current-password" />
      </Field>
      <Button type="submit" look="primary" busy={enter.busy}>
        Sign in and go on
      </Button>
    </Form>
  )
}
