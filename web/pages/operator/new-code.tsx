import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'

/** Gives a discount code out. */

export const codesPath = '/portal/operator/discount-codes'

type Kind = 'percent' | 'amount'

const kinds: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'percent', label: 'Percentage' },
  { value: 'amount', label: 'Amount' },
]

export function NewCode() {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="New discount code"
      says="Applied to the first invoice, once per order."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button look="primary" icon="plus">
          New code
        </Button>
      }
    >
      <CodeForm onClose={() => setOpen(false)} />
    </Dialog>
  )
}

/** A day begins, and the last one ends, at midnight in UTC. */
function secondsOf(day: string | null, later: 0 | 1): number | null {
  return day === null ? null : Date.parse(`${day}T00:00:00Z`) / 1_000 + later * 86_400
}

function CodeForm({ onClose }: { readonly onClose: () => void }) {
  const create = useWrite(
    (typed: Typed) =>
      api.POST(codesPath, {
        body: {
          code: typed.text('code'),
          name: typed.text('name'),
          kind: typed.text('kind') as Kind,
          value: typed.number('value'),
          most_uses: typed.text('most_uses') === '' ? null : typed.number('most_uses'),
          valid_from: secondsOf(typed.textOrNull('valid_from'), 0),
          valid_until: secondsOf(typed.textOrNull('valid_until'), 1),
        },
      }),
    {
      changes: [codesPath],
      inline: true,
      done: (answer) => [`${answer?.data.code ?? 'The code'} created.`],
      onDone: onClose,
    },
  )
  return (
    <Form keeps="discount" problem={create.problem} onSubmit={create.run}>
      <CodeFields />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={create.busy}>
          Create
        </Button>
      </DialogActions>
    </Form>
  )
}

function CodeFields() {
  return (
    <>
      <Field name="code" label="Code" hint="What lessees enter: letters, digits, hyphens.">
        <Input mono required maxLength={64} pattern="[A-Za-z0-9_\-]+" autoComplete="off" />
      </Field>
      <Field name="name" label="Name" hint="Shown on the invoice.">
        <Input required maxLength={255} autoComplete="off" />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field name="kind" label="Discount type">
          <Select name="kind" options={kinds} defaultValue="percent" />
        </Field>
        <Field name="value" label="Value">
          <Input required inputMode="decimal" autoComplete="off" />
        </Field>
        <Field name="valid_from" label="From" optional>
          <Input type="date" />
        </Field>
        <Field name="valid_until" label="Last day" optional>
          <Input type="date" />
        </Field>
      </div>
      <Field name="most_uses" label="Maximum uses" optional>
        <Input type="number" min={1} max={1_000_000_000} />
      </Field>
    </>
  )
}
