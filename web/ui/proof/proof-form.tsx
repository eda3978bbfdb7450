import { useEffect, useRef, useState } from 'react'
import { hasPasskeys } from '../../api/passkey.ts'
import type { Write } from '../../api/query.ts'
import { Button } from '../button.tsx'
import { Field, Input } from '../field.tsx'
import { Form } from '../form.tsx'
import { ErrorNote } from '../states.tsx'

/** Who one is, proven by one of several ways: after the password, or once more before a weighty deed. */

type Way = 'password' | 'code' | 'passkey' | 'recovery_code' | 'single_sign_on'

/** What was typed; or that a passkey is to be used. */
export type GivenProof = 'passkey' | { readonly [way in 'password' | 'code' | 'recovery_code']?: string }

type TypedWay = 'password' | 'code' | 'recovery_code'

const labels: Readonly<Record<TypedWay, string>> = {
  password: 'Password',
  code: 'Code of your authenticator app',
  recovery_code: 'Recovery code',
}

const switchTo: Readonly<Record<TypedWay | 'passkey', string>> = {
  password: 'Use your password',
  code: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery_code: 'Use a recovery code',
}

interface ProofFormProps {
  readonly ways: readonly Way[]
  readonly write: Pick<Write<GivenProof, unknown>, 'run' | 'busy' | 'problem' | 'reset'>
  /** The verb on the button. */
  readonly action: string
}

export function ProofForm({ ways, write, action }: ProofFormProps) {
  const usable = ways.filter((way) => way !== 'single_sign_on' && (way !== 'passkey' || hasPasskeys()))
  const [chosen, setWay] = useState<Way | null>(null)
  const way = chosen ?? usable[0]
  const others = usable.filter((one) => one !== way)
  return (
    <div className="flex flex-col gap-4">
      {way === 'passkey' ? (
        <>
          {write.problem && <ErrorNote problem={write.problem} />}
          <Button look="primary" icon="key" busy={write.busy} onClick={() => write.run('passkey')}>
            Use a passkey
          </Button>
        </>
      ) : (
        way !== undefined && <TypedProof key={way} way={way as TypedWay} write={write} action={action} />
      )}
      {others.length > 0 && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
          {others.map((other) => (
            <button
              key={other}
              type="button"
              className="underline underline-offset-2 hover:text-ink"
              onClick={() => {
                write.reset()
                setWay(other)
              }}
            >
              {switchTo[other as TypedWay | 'passkey']}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

function TypedProof({ way, write, action }: Omit<ProofFormProps, 'ways'> & { readonly way: TypedWay }) {
  const input = useRef<HTMLInputElement>(null)
  // Whoever has come this far types next.
  useEffect(() => input.current?.focus(), [])
  return (
    <Form problem={write.problem} onSubmit={(typed) => write.run({ [way]: typed.secret(way) })}>
      <Field name={way} label={labels[way]} {...(way === 'recovery_code' && { hint: 'Each works once.' })}>
        {way === 'password' ? (
          <Input ref={input} type="password" required autoComplete="current-password" />
        ) : (
          <Input
            ref={input}
            required
            mono
            maxLength={way === 'code' ? 20 : 60}
            inputMode={way === 'code' ? 'numeric' : 'text'}
            autoComplete={way === 'code' ? 'one-time-code' : 'off'}
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={write.busy}>
        {action}
      </Button>
    </Form>
  )
}
