import { useState } from 'react'
import type { RoutingConnector } from '../../../client/api.gen.ts'
import { connectorKindNames, fieldIn, kindRow, type ConnectorKind } from '../../../src/routing/connector/kind.rules.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { connectorPath, connectorsPath } from '../../ui/registry/objects.ts'

/** What a registry of each kind asks for. */

const kinds = connectorKindNames.map((value) => ({ value, label: kindRow(value).title }))

type NewConnector = {
  kind: ConnectorKind
  url?: string
  account?: string
  maintainer?: string
  source?: string
  secret: string
}

export function ConnectRegistry() {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const [kind, setKind] = useState<ConnectorKind>('krill')
  const row = kindRow(kind)
  const source = fieldIn(row.source)
  const add = useWrite((body: NewConnector) => api.POST(connectorsPath, { params: { path: { tenantUUID } }, body }), {
    changes: [connectorsPath],
    inline: true,
    done: 'Saved. Test it to switch it on.',
    onDone: () => setOpen(false),
  })
  return (
    <Dialog
      wide
      title="Connect registry"
      open={open}
      onOpen={(next) => {
        add.reset()
        setOpen(next)
      }}
      trigger={
        <Button look="primary" icon="plus" why={whyNot}>
          Connect registry
        </Button>
      }
    >
      <Form
        problem={add.problem}
        onSubmit={add.from((typed) => ({
          kind,
          secret: typed.text('secret'),
          ...(typed.text('url') !== '' && { url: typed.text('url') }),
          ...(row.account && { account: typed.text('account') }),
          ...(row.maintainer && { maintainer: typed.text('maintainer') }),
          ...(source && { source: typed.text('source') }),
        }))}
      >
        <Field name="kind" label="Registry" hint={row.says}>
          <Select options={kinds} value={kind} onChange={setKind} />
        </Field>
        <Asked kind={kind} />
        <Field name="secret" label={row.secret.label} hint={row.secret.says}>
          <Input required type="password" maxLength={2_000} autoComplete="off" />
        </Field>
        <Buttons busy={add.busy} onCancel={() => setOpen(false)} />
      </Form>
    </Dialog>
  )
}

/** What this kind asks for beside its secret. */
function Asked({ kind }: { readonly kind: ConnectorKind }) {
  const row = kindRow(kind)
  const source = fieldIn(row.source)
  return (
    <>
      <Field name="url" label="Address" hint="Where its API answers, by https." optional={row.url !== null}>
        <Input
          type="url"
          required={row.url === null}
          maxLength={2_000}
          placeholder={row.url ?? 'https://krill.example.net'}
        />
      </Field>
      {row.account && (
        <Field name="account" label={row.account.label} hint={row.account.says}>
          <Input required maxLength={200} autoComplete="off" />
        </Field>
      )}
      {source && (
        <Field name="source" label={source.label} hint={source.says}>
          <Input required maxLength={40} autoComplete="off" />
        </Field>
      )}
      {row.maintainer && (
        <Field name="maintainer" label={row.maintainer.label} hint={row.maintainer.says}>
          <Input required maxLength={80} autoComplete="off" />
        </Field>
      )}
    </>
  )
}

function Buttons({ busy, onCancel }: { readonly busy: boolean; readonly onCancel: () => void }) {
  return (
    <DialogActions>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look="primary" busy={busy}>
        Save
      </Button>
    </DialogActions>
  )
}

interface ChangeKeyProps {
  readonly connector: RoutingConnector
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

/** The only thing that has to be renewed: keys last a year. */
export function ChangeKey({ connector: { uuid: connectorUUID, kind }, open, onOpen }: ChangeKeyProps) {
  const { uuid: tenantUUID } = useCompany()
  const row = kindRow(kind)
  const path = { tenantUUID, connectorUUID }
  const isPaired = kind === 'ripe_db' && row.account !== null
  const change = useWrite(
    (body: { secret: string; account?: string }) => api.PATCH(connectorPath, { params: { path }, body }),
    { changes: [connectorsPath], inline: true, done: 'Saved. Test it now.', onDone: () => onOpen(false) },
  )
  return (
    <Dialog title="New key" open={open} onOpen={onOpen}>
      <Form
        problem={change.problem}
        onSubmit={change.from((typed) => ({
          secret: typed.text('secret'),
          ...(isPaired && { account: typed.text('account') }),
        }))}
      >
        {isPaired && row.account && (
          <Field name="account" label={row.account.label} hint={row.account.says}>
            <Input required maxLength={200} autoComplete="off" />
          </Field>
        )}
        <Field name="secret" label={row.secret.label} hint={row.secret.says}>
          <Input required type="password" maxLength={2_000} autoComplete="off" />
        </Field>
        <Buttons busy={change.busy} onCancel={() => onOpen(false)} />
      </Form>
    </Dialog>
  )
}
