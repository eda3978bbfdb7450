import { useState } from 'react'
import type { KindName } from '../../../src/network/kinds.rules.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { kindOptions } from './kinds.ts'

/** A source that is fetched by itself from now on, beside those that the settings name. */

const listPath = '/portal/operator/network/sources'

interface NewSource {
  readonly kind: KindName
  readonly name: string
  readonly url: string
}

export function AddSource() {
  const [open, setOpen] = useState(false)
  const add = useWrite((body: NewSource) => api.POST(listPath, { body }), {
    changes: [listPath],
    inline: true,
    done: 'Source added; it will be fetched within minutes.',
    onDone: () => setOpen(false),
  })
  return (
    <Dialog
      title="Add source"
      says="It is fetched automatically, as often as this kind of data is updated. Test its URL with an import first."
      open={open}
      onOpen={setOpen}
      trigger={<Button icon="plus">Add source</Button>}
    >
      <Form
        keeps="source"
        problem={add.problem}
        onSubmit={(typed) =>
          add.run({ kind: typed.text('kind') as KindName, name: typed.text('name'), url: typed.text('url') })
        }
      >
        <Field name="kind" label="Kind of data">
          <Select name="kind" options={kindOptions} defaultValue="vrps" />
        </Field>
        <Field name="url" label="URL" hint="Compressed or not. For an RPKI cache, use rtr://host:port.">
          <Input type="url" mono required maxLength={2000} placeholder="https://" autoComplete="off" />
        </Field>
        <Field name="name" label="Source name" hint="Letters, digits, dots, hyphens and underscores.">
          <Input mono required maxLength={64} autoComplete="off" />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={add.busy}>
            Add
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
