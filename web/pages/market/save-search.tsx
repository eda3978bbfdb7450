import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useWrite, type Write } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFilters } from './found.ts'
import { searchesPath } from './saved-search-read.ts'
import { useWishWords } from './wish-words.ts'

/** Keeps what the market's page asks for, so that nobody has to come back and look. */

export function SaveSearch() {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const filters = useFilters()
  const [open, setOpen] = useState(false)
  const save = useWrite(
    (name: string) => api.POST(searchesPath, { params: { path: { tenantUUID } }, body: { name, filters } }),
    {
      changes: [searchesPath],
      inline: true,
      done: (answer) => [saidOf(answer?.data.matching.count ?? 0)],
      onDone: () => setOpen(false),
    },
  )
  return (
    <Dialog
      title="Save this search"
      open={open}
      onOpen={(next) => {
        save.reset()
        setOpen(next)
      }}
      trigger={
        <Button icon="search" why={whyNot}>
          Save this search
        </Button>
      }
    >
      <SaveForm save={save} looksFor={useWishWords()(filters)} onCancel={() => setOpen(false)} />
    </Dialog>
  )
}

const saidOf = (count: number): string =>
  `Saved. ${count === 0 ? 'Nothing fits now' : `${count.toLocaleString('en')} ${count === 1 ? 'block fits' : 'blocks fit'} now`}; you hear of what comes later.`

interface SaveFormProps {
  readonly save: Pick<Write<string, unknown>, 'run' | 'busy' | 'problem'>
  readonly looksFor: string
  readonly onCancel: () => void
}

function SaveForm({ save, looksFor, onCancel }: SaveFormProps) {
  return (
    <Form problem={save.problem} onSubmit={(typed) => save.run(typed.text('name'))}>
      <div>
        <p className="text-xs text-faint">Looks for</p>
        <p className="mt-0.5 text-sm">{looksFor}</p>
      </div>
      <Field name="name" label="Name" hint="Stands in what you are told.">
        <Input required maxLength={100} defaultValue={looksFor.slice(0, 100)} autoComplete="off" />
      </Field>
      <p className="text-sm text-soft">
        You are told when a block that fits comes to the market, is let go, becomes cheaper or is seen in the right
        place: once for each block, and once for all that come together. What fits already is not told.
      </p>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={save.busy}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}
