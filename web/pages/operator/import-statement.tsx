import { useState } from 'react'
import type { ImportedStatement } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/states.tsx'

interface Statement {
  readonly format: 'camt053' | 'csv'
  readonly file: string
}

/** A statement from the bank: what fits is booked, and the list shows the rest. */
export function ImportStatement() {
  const [open, setOpen] = useState(false)
  const [file, setFile] = useState<Statement | null>(null)
  const [done, setDone] = useState<ImportedStatement | null>(null)
  const send = useWrite((body: Statement) => api.POST('/portal/operator/bank-statements', { body }), {
    changes: ['/portal/operator/bank-lines', '/portal/operator/orders'],
    inline: true,
    onDone: ({ data }) => setDone(data),
  })
  const choose = (chosen: File | undefined) => {
    setDone(null)
    void chosen?.text().then((text) => setFile({ format: /^\uFEFF?\s*</.test(text) ? 'camt053' : 'csv', file: text }))
  }
  return (
    <Dialog
      title="Import bank statement"
      says="camt.053 or CSV for one of our accounts. Importing the same file twice is safe."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small look="primary" icon="download">
          Import statement
        </Button>
      }
    >
      <Form problem={send.problem} onSubmit={() => file && send.run(file)}>
        <Field name="file" label="File">
          <Input
            type="file"
            accept=".xml,.csv,.txt"
            required
            className="w-full py-1"
            onChange={({ target }) => choose(target.files?.[0])}
          />
        </Field>
        {done && (
          <Note>
            {done.booked.length} booked, {done.left.length} to review, {done.known} already known.
          </Note>
        )}
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Done</Button>
          <Button type="submit" look="primary" busy={send.busy}>
            Import
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
