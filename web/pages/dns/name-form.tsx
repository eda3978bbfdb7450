import { useState } from 'react'
import type { ReverseName } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { blocksPath, namePath, namesPath, patternPath } from './dns-read.ts'

const changes = [namesPath, blocksPath] as const

interface EditNameProps {
  readonly address: string
  readonly name: ReverseName | undefined
  readonly onClose: () => void
}

/** The name of one address. */
export function EditName({ address, name, onClose }: EditNameProps) {
  const { uuid: tenantUUID } = useCompany()
  const path = { tenantUUID, address }
  const done = { changes, inline: true, onDone: onClose }
  const save = useWrite((body: { name: string }) => api.PUT(namePath, { params: { path }, body }), done)
  const remove = useWrite(() => api.DELETE(namePath, { params: { path } }), done)
  return (
    <Dialog title={`Name of ${address}`} open onOpen={(open) => open || onClose()}>
      <Form problem={save.problem ?? remove.problem} onSubmit={save.from((typed) => ({ name: typed.text('name') }))}>
        <Field name="name" label="Host name" hint="In full, such as mail.example.net.">
          <Input required maxLength={300} defaultValue={name?.name ?? ''} autoComplete="off" spellCheck={false} />
        </Field>
        <DialogActions>
          {name && (
            <Button look="danger" busy={remove.busy} onClick={() => remove.run()}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.busy}>
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** All of a block by a pattern. */
export function NameAll({ block }: { readonly block: string }) {
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Name by pattern"
      says="Every address of the block gets a name; names that are there are replaced."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button icon="edit" why={whyNot}>
          Name by pattern
        </Button>
      }
    >
      {open && <PatternForm block={block} onClose={() => setOpen(false)} />}
    </Dialog>
  )
}

interface PatternFormProps {
  readonly block: string
  readonly onClose: () => void
}

function PatternForm({ block, onClose }: PatternFormProps) {
  const { uuid: tenantUUID } = useCompany()
  const save = useWrite(
    (body: { block: string; pattern: string }) => api.PUT(patternPath, { params: { path: { tenantUUID } }, body }),
    { changes, inline: true, done: (answer) => [`${answer?.data.set ?? 0} names set.`], onDone: onClose },
  )
  return (
    <Form
      problem={save.problem}
      keeps={`reverse:pattern:${block}`}
      onSubmit={save.from((typed) => ({ block: typed.text('block'), pattern: typed.text('pattern') }))}
    >
      <Field name="block" label="Block" hint="All of it, or a part.">
        <Input required mono maxLength={18} defaultValue={block} autoComplete="off" />
      </Field>
      <Field name="pattern" label="Pattern" hint="{a}, {b}, {c} and {d} stand for the parts of the address.">
        <Input
          required
          maxLength={300}
          defaultValue="host-{a}-{b}-{c}-{d}.example.net"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={save.busy}>
          Set names
        </Button>
      </DialogActions>
    </Form>
  )
}
