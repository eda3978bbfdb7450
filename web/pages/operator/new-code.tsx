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
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount of money' },
]

export function NewCode() {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Give out a discount code"
      says="It takes something off a first invoice, once per order."
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
      done: (answer) => [`${answer?.data.code ?? 'The code'} can be used.`],
      onDone: onClose,
    },
  )
  return (
    <Form problem={create.problem} onSubmit={create.run}>
      <CodeFields />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={create.busy}>
          Give out
        </Button>
      </DialogActions>
    </Form>
  )
}

function CodeFields() {
  return (
    <>
      <Field name="code" label="Code" hint="What buyers type: letters, digits, hyphens.">
        <Input mono required maxLength={64} pattern="[A-Za-z0-9_\-]+" autoComplete="off" />
      </Field>
      <Field name="name" label="Name" hint="What buyers read on their invoice.">
        <Input required maxLength={255} autoComplete="off" />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field name="kind" label="Takes off">
          <Select name="kind" options={kinds} defaultValue="percent" />
        </Field>
        <Field name="value" label="How much">
          <Input type="number" required min={0.01} step={0.01} max={1_000_000} />
        </Field>
        <Field name="valid_from" label="From" optional>
          <Input type="date" />
        </Field>
        <Field name="valid_until" label="Last day" optional>
          <Input type="date" />
        </Field>
      </div>
      <Field name="most_uses" label="Uses at most" optional>
        <Input type="number" min={1} max={1_000_000_000} />
      </Field>
    </>
  )
}
