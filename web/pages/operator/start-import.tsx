import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { KindName } from '../../../src/network/kinds.rules.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Checkbox, Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { kindOptions } from './kinds.ts'

const importsPath = '/portal/operator/network/imports'

interface NewImport {
  readonly kind: KindName
  readonly name?: string
  readonly url?: string
  readonly force?: boolean
  readonly trial?: boolean
}

/** Starts one, and leads to where its progress is seen. */
export function useStartImport(inline: boolean) {
  const navigate = useNavigate()
  return useWrite((body: NewImport) => api.POST(importsPath, { body }), {
    changes: [importsPath, '/portal/operator/network/sources'],
    inline,
    onDone: (answer) => {
      if (answer) void navigate({ to: '/operator/network/imports/$import', params: { import: answer.data.uuid } })
    },
  })
}

/** From an address. Sources that are configured have a button of their own in their list. */
export function StartImport() {
  const [open, setOpen] = useState(false)
  const start = useStartImport(true)
  return (
    <Dialog
      title="Import network data"
      says="The file replaces the previous data of this source."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button look="primary" icon="download">
          Import
        </Button>
      }
    >
      <Form
        keeps="import"
        problem={start.problem}
        onSubmit={(typed) =>
          start.run({
            kind: typed.text('kind') as KindName,
            url: typed.text('url'),
            ...(typed.text('name') !== '' && { name: typed.text('name') }),
            ...(typed.has('force') && { force: true }),
            ...(typed.has('trial') && { trial: true }),
          })
        }
      >
        <Field name="kind" label="Kind of data">
          <Select name="kind" options={kindOptions} defaultValue="vrps" />
        </Field>
        <Field name="url" label="URL" hint="Compressed or not.">
          <Input type="url" mono required maxLength={2000} placeholder="https://" autoComplete="off" />
        </Field>
        <Field name="name" label="Source name" optional hint="Lower case letters, digits and hyphens.">
          <Input mono maxLength={64} autoComplete="off" />
        </Field>
        <Ways />
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={start.busy}>
            Import
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function Ways() {
  return (
    <>
      <Checkbox
        name="force"
        label="Import even if it is much smaller"
        hint="Otherwise a file with far fewer rows than before is rejected."
      />
      <Checkbox name="trial" label="Test only" hint="Shows what the file contains without storing it." />
    </>
  )
}
