import { useState } from 'react'
import type { NewAuthenticatorApp } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { factorWrites } from './factor-read.ts'

interface AddAppProps {
  readonly onCodes: (codes: readonly string[] | null) => void
}

/** A picture for the phone, then a code from it. */
export function AddApp({ onCodes }: AddAppProps) {
  const [app, setApp] = useState<NewAuthenticatorApp | null>(null)
  const begin = useWrite(() => api.POST('/portal/me/totp'), { onDone: (answer) => setApp(answer?.data ?? null) })
  const confirm = useWrite((code: string) => api.POST('/portal/me/totp/confirm', { body: { code } }), {
    ...factorWrites,
    done: 'Your authenticator app is set up.',
    onDone: (answer) => {
      setApp(null)
      onCodes(answer?.data.recovery_codes ?? null)
    },
  })
  return (
    <>
      <Button icon="plus" busy={begin.busy} onClick={() => begin.run()}>
        Set up
      </Button>
      <Dialog
        title="Set up an authenticator app"
        says="Scan the picture with the app, then type the code it shows."
        open={app !== null}
        onOpen={(open) => open || setApp(null)}
      >
        {app && (
          <Form problem={confirm.problem} onSubmit={(typed) => confirm.run(typed.text('code'))}>
            <Picture app={app} />
            <Code label="Secret to type instead" wrap>
              {app.secret}
            </Code>
            <Field name="code" label="Code">
              <Input required mono maxLength={20} inputMode="numeric" autoComplete="one-time-code" />
            </Field>
            <DialogActions>
              <Button onClick={() => setApp(null)}>Cancel</Button>
              <Button type="submit" look="primary" busy={confirm.busy}>
                Confirm
              </Button>
            </DialogActions>
          </Form>
        )}
      </Dialog>
    </>
  )
}

/** White around it in either theme: readers need four modules of light (ISO/IEC 18004). */
function Picture({ app: { qr } }: { readonly app: NewAuthenticatorApp }) {
  const side = qr.size + 8
  return (
    <figure aria-label="The secret as a QR code" className="mx-auto">
      <svg
        aria-hidden="true"
        viewBox={`-4 -4 ${side} ${side}`}
        shapeRendering="crispEdges"
        className="size-52 rounded-md"
      >
        <rect x={-4} y={-4} width={side} height={side} fill="white" />
        <path d={qr.path} fill="black" />
      </svg>
    </figure>
  )
}
