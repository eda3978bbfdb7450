import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { prefixPath } from './prefix-read.ts'

/** The company's own notes about a prefix: keys and values that nobody else sees. */

const metadataPath = '/nethub-data/{tenantUUID}/prefixes/{notation}/metadata'

interface NotesProps {
  readonly notation: string
  readonly notes: Readonly<Record<string, string>>
}

export function Notes({ notation, notes }: NotesProps) {
  const entries = Object.entries(notes).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    <Card
      title="Notes"
      says="Your own keys and values: rack, customer, ticket. Visible to your company only."
      actions={<Write notation={notation} />}
      flush
    >
      {entries.length === 0 ? (
        <EmptyState icon="edit" title="No notes yet">
          Also available via the API as holder metadata.
        </EmptyState>
      ) : (
        <dl className="divide-y divide-line">
          {entries.map(([key, value]) => (
            <Entry key={key} notation={notation} name={key} value={value} />
          ))}
        </dl>
      )}
    </Card>
  )
}

function useSet(notation: string, onDone?: () => void) {
  const { uuid: tenantUUID } = useCompany()
  return useWrite(
    ({ key, value }: { key: string; value: string }) =>
      api.PATCH(metadataPath, {
        params: { path: { tenantUUID, notation } },
        body: { metadata: { [key]: value } },
      }),
    { changes: [prefixPath], inline: true, done: (_, { key }) => [`${key} saved.`], ...(onDone && { onDone }) },
  )
}

interface EntryProps {
  readonly notation: string
  readonly name: string
  readonly value: string
}

function Entry({ notation, name, value }: EntryProps) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const back = useSet(notation)
  const remove = useWrite(
    () => api.DELETE(metadataPath, { params: { path: { tenantUUID, notation } }, body: { metadata: [name] } }),
    { changes: [prefixPath], done: () => [`${name} deleted.`, { undo: () => back.run({ key: name, value }) }] },
  )
  return (
    <div className="flex items-start gap-4 px-4 py-2.5 text-sm">
      <dt className="w-40 shrink-0 font-mono text-xs leading-5 break-all text-soft">{name}</dt>
      <dd className="min-w-0 flex-1 break-words whitespace-pre-wrap">{value}</dd>
      <dd className="flex gap-1">
        <Write notation={notation} name={name} value={value} />
        <IconButton small icon="trash" label={`Delete ${name}`} why={whyNot} onClick={() => remove.run()} />
      </dd>
    </div>
  )
}

/** A new key, or another value of one that is there. */
function Write({ notation, name, value }: { readonly notation: string; name?: string; value?: string }) {
  const [open, setOpen] = useState(false)
  const whyNot = useWhyNot('member')
  const set = useSet(notation, () => setOpen(false))
  return (
    <Dialog
      title={name === undefined ? 'Add note' : `Edit ${name}`}
      open={open}
      onOpen={setOpen}
      trigger={
        name === undefined ? (
          <Button icon="plus" why={whyNot}>
            Add
          </Button>
        ) : (
          <IconButton small icon="edit" label={`Edit ${name}`} why={whyNot} />
        )
      }
    >
      <Form
        problem={set.problem}
        keeps={`note:${notation}:${name ?? 'new'}`}
        onSubmit={set.from((typed) => ({ key: name ?? typed.text('key'), value: typed.text('value') }))}
      >
        {name === undefined && (
          <Field name="key" label="Key" hint="Letters, digits, - and _; up to 64.">
            <Input mono required maxLength={64} pattern="[A-Za-z0-9_\-]+" placeholder="rack" />
          </Field>
        )}
        <Field name="value" label="Value">
          <TextArea required rows={3} maxLength={4_096} defaultValue={value} />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={set.busy}>
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
