import { useState } from 'react'
import type { Passkey } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { hasPasskeys, newPasskey } from '../../api/passkey.ts'
import { useWrite } from '../../api/query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'
import { factorWrites } from './factor-read.ts'

const onePath = '/portal/me/passkeys/{passkeyUUID}'

interface PasskeysProps {
  readonly passkeys: readonly Passkey[]
  readonly onCodes: (codes: readonly string[] | null) => void
}

export function Passkeys({ passkeys, onCodes }: PasskeysProps) {
  return (
    <Card
      title="Passkeys"
      says="Your fingerprint, face or a security key, instead of password and code."
      actions={<Add onCodes={onCodes} />}
    >
      {passkeys.length === 0 ? (
        <p className="text-sm text-soft">None yet.</p>
      ) : (
        <ul aria-label="Passkeys" className="flex flex-col gap-3">
          {passkeys.map((passkey) => (
            <li key={passkey.uuid} className="flex items-start justify-between gap-3 text-sm">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">
                  <bdi>{passkey.name}</bdi>
                </p>
                <p className="text-xs text-faint">
                  {passkey.last_used_at === null ? 'Not used yet' : 'Last used '}
                  {passkey.last_used_at !== null && <Time of={passkey.last_used_at} real />}
                </p>
              </div>
              <span className="flex shrink-0 gap-1">
                <Rename passkey={passkey} />
                <Remove passkey={passkey} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

async function make(name: string) {
  const { data } = await api.POST('/portal/me/passkeys/request')
  if (!data) throw new Error('a request has content')
  const passkey = await newPasskey(data.data)
  return api.POST('/portal/me/passkeys', { body: { name, passkey } })
}

function Add({ onCodes }: Pick<PasskeysProps, 'onCodes'>) {
  const [open, setOpen] = useState(false)
  const add = useWrite(make, {
    ...factorWrites,
    done: 'The passkey is set up.',
    onDone: (answer) => {
      setOpen(false)
      onCodes(answer?.data.recovery_codes ?? null)
    },
  })
  return (
    <Dialog
      title="Add a passkey"
      says="Your browser asks where to keep it."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button icon="plus" why={hasPasskeys() ? undefined : 'This browser cannot use passkeys.'}>
          Add
        </Button>
      }
    >
      <NameForm write={add} name="" action="Add" onCancel={() => setOpen(false)} />
    </Dialog>
  )
}

interface NameFormProps {
  readonly write: Pick<ReturnType<typeof useWrite<string>>, 'run' | 'busy' | 'problem'>
  readonly name: string
  readonly action: string
  readonly onCancel: () => void
}

function NameForm({ write, name, action, onCancel }: NameFormProps) {
  return (
    <Form problem={write.problem} onSubmit={(typed) => write.run(typed.text('name'))}>
      <Field name="name" label="Name" hint="What to know it by later: your laptop, the blue key.">
        <Input required maxLength={200} defaultValue={name} dir="auto" />
      </Field>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={write.busy}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  )
}

function Rename({ passkey: { uuid, name } }: { readonly passkey: Passkey }) {
  const [open, setOpen] = useState(false)
  const rename = useWrite(
    (next: string) => api.PATCH(onePath, { params: { path: { passkeyUUID: uuid } }, body: { name: next } }),
    { ...factorWrites, onDone: () => setOpen(false) },
  )
  return (
    <Dialog
      title="Rename the passkey"
      open={open}
      onOpen={setOpen}
      trigger={<IconButton icon="edit" label={`Rename ${name}`} small />}
    >
      <NameForm write={rename} name={name} action="Rename" onCancel={() => setOpen(false)} />
    </Dialog>
  )
}

function Remove({ passkey: { uuid, name } }: { readonly passkey: Passkey }) {
  const remove = useWrite(() => api.DELETE(onePath, { params: { path: { passkeyUUID: uuid } } }), {
    ...factorWrites,
    done: 'The passkey is removed.',
  })
  return (
    <Confirm
      title="Remove this passkey?"
      says={
        <>
          <bdi>{name}</bdi> signs you in no more. Delete it on the device, too.
        </>
      }
      action="Remove"
      problem={remove.problem}
      onConfirm={() => remove.runAsync()}
      trigger={<IconButton icon="trash" label={`Remove ${name}`} small />}
    />
  )
}
