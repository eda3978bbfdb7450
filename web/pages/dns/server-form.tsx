import { useState } from 'react'
import { backendKinds, type BackendKind } from '../../../src/dns/backend/backend.rules.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { serversPath } from './dns-read.ts'

const labels: Readonly<Record<BackendKind, string>> = {
  rfc2136: 'Dynamic updates (BIND, Knot, PowerDNS)',
  powerdns: 'PowerDNS API',
}

/** Where the reverse zones are, and the key to change them with. */
export function AddServer() {
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      wide
      title="Add name server"
      says="Its key needs the right to change PTR, CNAME and NS records of your reverse zones and to transfer them."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button look="primary" icon="plus" why={whyNot}>
          Add name server
        </Button>
      }
    >
      {open && <ServerForm onClose={() => setOpen(false)} />}
    </Dialog>
  )
}

const wishOf = (kind: BackendKind, typed: Typed) => ({
  title: typed.text('title'),
  kind,
  address: typed.text('address'),
  secret: typed.secret('secret').trim(),
  ...(kind === 'rfc2136' && { key_name: typed.text('key_name') }),
})

function ServerForm({ onClose }: { readonly onClose: () => void }) {
  const { uuid: tenantUUID } = useCompany()
  const [kind, setKind] = useState<BackendKind>('rfc2136')
  const add = useWrite(
    (body: ReturnType<typeof wishOf>) => api.POST(serversPath, { params: { path: { tenantUUID } }, body }),
    { changes: [serversPath], inline: true, done: 'Name server added.', onDone: onClose },
  )
  const options = backendKinds.map((value) => ({ value, label: labels[value] }))
  return (
    <Form problem={add.problem} onSubmit={add.from((typed: Typed) => wishOf(kind, typed))}>
      <Field name="title" label="Name">
        <Input required maxLength={100} placeholder="Our primary" autoComplete="off" />
      </Field>
      <Field name="kind" label="Interface">
        <Select options={options} value={kind} onChange={setKind} />
      </Field>
      {kind === 'rfc2136' ? <UpdateFields /> : <ApiFields />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={add.busy}>
          Add
        </Button>
      </DialogActions>
    </Form>
  )
}

const kept = 'Stored encrypted and not shown again.'

function UpdateFields() {
  return (
    <>
      <Field name="address" label="Address" hint="Host, with :port unless it is 53.">
        <Input required maxLength={300} placeholder="ns1.example.net" autoComplete="off" />
      </Field>
      <Field name="key_name" label="TSIG key name" hint="HMAC-SHA256.">
        <Input required maxLength={253} placeholder="sublet" autoComplete="off" />
      </Field>
      <Field name="secret" label="TSIG secret" hint={kept}>
        <Input required type="password" maxLength={500} autoComplete="off" />
      </Field>
    </>
  )
}

function ApiFields() {
  return (
    <>
      <Field name="address" label="Address" hint="URL of the API.">
        <Input required maxLength={300} placeholder="https://ns1.example.net:8081" autoComplete="off" />
      </Field>
      <Field name="secret" label="API key" hint={kept}>
        <Input required type="password" maxLength={500} autoComplete="off" />
      </Field>
    </>
  )
}
