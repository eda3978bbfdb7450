import { useState } from 'react'
import type { WebhookEndpoint } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite, type Write } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useDraft } from '../../ui/draft/draft.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { listPath, onePath } from './endpoint-read.ts'
import { EventChoice } from './event-choice.tsx'
import type { NewSecret } from './secret-once.tsx'

/** Where to, and of what. */

interface Wanted {
  readonly url: string
  readonly events: string[]
}

export function AddEndpoint({ onSecret }: { readonly onSecret: (secret: NewSecret) => void }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const add = useWrite((body: Wanted) => api.POST(listPath, { params: { path: { tenantUUID } }, body }), {
    changes: [listPath],
    inline: true,
    onDone: (answer) => {
      setOpen(false)
      if (answer) onSecret(answer.data)
    },
  })
  return (
    <Dialog
      wide
      title="Add endpoint"
      open={open}
      onOpen={(next) => {
        add.reset()
        setOpen(next)
      }}
      trigger={
        <Button look="primary" icon="plus" why={whyNot}>
          Add endpoint
        </Button>
      }
    >
      <EndpointForm name="webhook:new" save={add} events={['*']} onCancel={() => setOpen(false)} />
    </Dialog>
  )
}

interface EditEndpointProps {
  readonly endpoint: WebhookEndpoint
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

export function EditEndpoint({ endpoint, open, onOpen }: EditEndpointProps) {
  const { uuid: tenantUUID } = useCompany()
  const path = { tenantUUID, endpointUUID: endpoint.uuid }
  const change = useWrite((body: Wanted) => api.PATCH(onePath, { params: { path }, body }), {
    changes: [listPath, onePath],
    inline: true,
    done: 'Saved.',
    onDone: () => onOpen(false),
  })
  return (
    <Dialog wide title="Edit endpoint" open={open} onOpen={onOpen}>
      <EndpointForm
        name={`webhook:${endpoint.uuid}`}
        save={change}
        url={endpoint.url}
        events={endpoint.events}
        onCancel={() => onOpen(false)}
      />
    </Dialog>
  )
}

interface EndpointFormProps {
  readonly name: string
  readonly save: Pick<Write<Wanted, unknown>, 'from' | 'busy' | 'problem'>
  readonly url?: string
  readonly events: readonly string[]
  readonly onCancel: () => void
}

function EndpointForm({ name, save, url = '', events, onCancel }: EndpointFormProps) {
  const [chosen, setChosen, kept] = useDraft(`${name}:events`, events)
  return (
    <Form
      problem={save.problem}
      keeps={name}
      draft={kept}
      onSubmit={save.from((typed) => ({ url: typed.text('url'), events: [...chosen] }))}
    >
      <Field name="url" label="Address" hint="A public https URL of yours.">
        <Input
          required
          type="url"
          maxLength={2_000}
          defaultValue={url}
          placeholder="https://hooks.example.net/sublet"
          autoComplete="off"
        />
      </Field>
      <EventChoice chosen={chosen} onChange={setChosen} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={save.busy}
          why={chosen.length === 0 ? 'Select at least one event.' : undefined}
        >
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}
