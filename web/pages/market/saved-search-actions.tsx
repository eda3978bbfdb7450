import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SavedSearch } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Confirm, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { searchesPath, searchPath } from './saved-search-read.ts'
import { addressOf } from './wish-words.ts'

interface Props {
  readonly search: Pick<SavedSearch, 'uuid' | 'name' | 'status' | 'filters'>
  readonly small?: boolean
}

const changes = [searchesPath, searchPath] as const

/** The market's page with the same filters. */
export function OpenSearch({ search: { filters }, small = false }: Props) {
  const { param: company } = useCompany()
  const address = addressOf(filters)
  if (address === null)
    return (
      <Button small={small} why="It uses a filter that the market page does not have.">
        Open
      </Button>
    )
  return (
    <LinkButton small={small} to="/c/$company/market" params={{ company }} search={address}>
      Open
    </LinkButton>
  )
}

export function PauseSearch({ search: { uuid: searchUUID, name, status }, small = false }: Props) {
  const { uuid: tenantUUID } = useCompany()
  const paused = status === 'active'
  const change = useWrite(
    () => api.PATCH(searchPath, { params: { path: { tenantUUID, searchUUID } }, body: { paused } }),
    { changes, done: paused ? `${name} paused.` : `${name} resumed.` },
  )
  return (
    <Button small={small} busy={change.busy} onClick={() => change.run()} why={useWhyNot('member')}>
      {paused ? 'Pause' : 'Resume'}
    </Button>
  )
}

export function DeleteSearch({ search: { uuid: searchUUID, name }, small = false }: Props) {
  const { uuid: tenantUUID, param: company } = useCompany()
  const navigate = useNavigate()
  const remove = useWrite(() => api.DELETE(searchPath, { params: { path: { tenantUUID, searchUUID } } }), {
    changes: [searchesPath],
    done: `${name} deleted.`,
    inline: true,
    onDone: () => void navigate({ to: '/c/$company/saved-searches', params: { company }, search: {} }),
  })
  return (
    <Confirm
      title={`Delete ${name}?`}
      says="You will no longer be notified of new blocks, and its list of matches is deleted."
      action="Delete"
      problem={remove.problem}
      onConfirm={remove.with()}
      trigger={
        <Button small={small} why={useWhyNot('member')}>
          Delete
        </Button>
      }
    />
  )
}

export function RenameSearch({ search: { uuid: searchUUID, name } }: Props) {
  const { uuid: tenantUUID } = useCompany()
  const [open, setOpen] = useState(false)
  const rename = useWrite(
    (next: string) => api.PATCH(searchPath, { params: { path: { tenantUUID, searchUUID } }, body: { name: next } }),
    { changes, inline: true, done: 'Renamed.', onDone: () => setOpen(false) },
  )
  return (
    <Dialog
      title="Rename search"
      open={open}
      onOpen={setOpen}
      trigger={<Button why={useWhyNot('member')}>Rename</Button>}
    >
      <Form problem={rename.problem} onSubmit={rename.from((typed) => typed.text('name'))}>
        <Field name="name" label="Name" hint="Shown in your notifications.">
          <Input required maxLength={100} defaultValue={name} autoComplete="off" />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={rename.busy}>
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
