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
      title="Save search"
      open={open}
      onOpen={(next) => {
        save.reset()
        setOpen(next)
      }}
      trigger={
        <Button icon="search" why={whyNot}>
          Save search
        </Button>
      }
    >
      <SaveForm save={save} looksFor={useWishWords()(filters)} onCancel={() => setOpen(false)} />
    </Dialog>
  )
}

const saidOf = (count: number): string =>
  `Saved. ${count === 0 ? 'No matching blocks yet' : `${count.toLocaleString('en')} ${count === 1 ? 'matching block' : 'matching blocks'} now`}; we will notify you of new ones.`

interface SaveFormProps {
  readonly save: Pick<Write<string, unknown>, 'from' | 'busy' | 'problem'>
  readonly looksFor: string
  readonly onCancel: () => void
}

function SaveForm({ save, looksFor, onCancel }: SaveFormProps) {
  return (
    <Form problem={save.problem} keeps={`search:${looksFor}`} onSubmit={save.from((typed) => typed.text('name'))}>
      <div>
        <p className="text-xs text-faint">Criteria</p>
        <p className="mt-0.5 text-sm">{looksFor}</p>
      </div>
      <Field name="name" label="Name" hint="Shown in your notifications.">
        <Input required maxLength={100} defaultValue={looksFor.slice(0, 100)} autoComplete="off" />
      </Field>
      <p className="text-sm text-soft">
        We notify you when a matching block is listed, released, drops in price or moves to a matching location: once
        per block, with simultaneous matches in one message. Blocks that match already are not included.
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
