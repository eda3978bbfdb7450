import { useState } from 'react'
import type { ReverseNamesChanged } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/states.tsx'
import { blocksPath, namesPath } from './dns-read.ts'

interface Sent {
  readonly csv: string
  readonly dry_run: boolean
}

/** A file of names: shown what it would change, line by line what is wrong, and only then taken. */
export function ImportNames() {
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      wide
      title="Import names"
      says="CSV with an address and a name on each line; an empty name removes it."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button icon="download" why={whyNot}>
          Import names
        </Button>
      }
    >
      {open && <ImportForm onClose={() => setOpen(false)} />}
    </Dialog>
  )
}

function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const { uuid: tenantUUID } = useCompany()
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<ReverseNamesChanged | null>(null)
  const send = useWrite((body: Sent) => api.PUT(namesPath, { params: { path: { tenantUUID } }, body }), {
    changes: [namesPath, blocksPath],
    inline: true,
    onDone: (answer, { dry_run }) => (dry_run && answer ? setPreview(answer.data) : onClose()),
  })
  const choose = (file: File | undefined) => {
    setPreview(null)
    void file?.text().then((text) => {
      setCsv(text)
      send.run({ csv: text, dry_run: true })
    })
  }
  const isGood = preview !== null && preview.faults.length === 0
  const why = isGood ? undefined : 'Choose a file without errors.'
  return (
    <Form problem={send.problem} onSubmit={() => send.run({ csv, dry_run: false })}>
      <Field name="file" label="File">
        <Input
          type="file"
          accept=".csv,.txt"
          required
          className="w-full py-1"
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </Field>
      {preview && <Preview of={preview} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={send.busy} why={why}>
          Import
        </Button>
      </DialogActions>
    </Form>
  )
}

const shown = 20

function Preview({ of: { set, removed, unchanged, changes, faults } }: { readonly of: ReverseNamesChanged }) {
  if (faults.length > 0)
    return (
      <Note tone="warn">
        <p className="font-medium">Some lines cannot be used; nothing is imported.</p>
        <ul>
          {faults.slice(0, shown).map(({ line, fault }) => (
            <li key={line} className="wrap-anywhere">
              Line {line}: {fault}
            </li>
          ))}
        </ul>
        {faults.length > shown && <p>And {faults.length - shown} more.</p>}
      </Note>
    )
  return (
    <Note>
      <p className="font-medium">
        {set} to set, {removed} to remove, {unchanged} unchanged.
      </p>
      <ul>
        {changes.slice(0, shown).map(({ address, before, after }) => (
          <li key={address} className="wrap-anywhere">
            <code className="font-mono text-xs">{address}</code> {before ?? 'no name'} → {after ?? 'no name'}
          </li>
        ))}
      </ul>
    </Note>
  )
}
