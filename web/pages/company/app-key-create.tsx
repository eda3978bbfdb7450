import { useState } from 'react'
import { scopes, type Scope } from '../../../src/identity/scope.rules.ts'
import { api } from '../../api/client.ts'
import { useWrite, type Write } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useDraft } from '../../ui/draft/draft.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { AllowedAddresses, placesIn } from './allowed-addresses.tsx'
import type { NewSecret } from './app-key-secret.tsx'

/** Create app key, name it, select its scopes, save: the secret is then shown once. */

const listPath = '/portal/companies/{tenantUUID}/app-keys'

const opens: Record<Scope, string> = {
  billing: 'Market, leases, LOAs, invoices, payouts',
  ecommerce: 'Cart, checkout, orders, subscriptions',
  credits: 'Credit balance and transactions',
  'nethub-data': 'Prefixes, routing health and metadata',
  'nethub-analytics': 'Announced and unannounced space',
  dns: 'Reverse DNS',
}

const degrees = [
  { value: 'none', label: 'None' },
  { value: 'read', label: 'Read only' },
  { value: 'full', label: 'Read and write' },
] as const

type Degree = (typeof degrees)[number]['value']

interface Wanted {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expires_at: number | null
  readonly allowed_addresses: readonly string[]
}

export function CreateAppKey({ onSecret }: { readonly onSecret: (secret: NewSecret) => void }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const [open, setOpen] = useState(false)
  const create = useWrite(
    (body: Wanted) =>
      api.POST(listPath, { params: { path: { tenantUUID } }, body: { ...body, scopes: [...body.scopes] } as never }),
    {
      changes: [listPath],
      inline: true,
      onDone: (answer, { name }) => {
        setOpen(false)
        if (answer) onSecret({ ...answer.data, name })
      },
    },
  )
  return (
    <Dialog
      title="Create app key"
      open={open}
      onOpen={(next) => {
        create.reset()
        setOpen(next)
      }}
      trigger={
        <Button look="primary" icon="plus" why={whyNot}>
          Create app key
        </Button>
      }
    >
      <AppForm create={create} onCancel={() => setOpen(false)} />
    </Dialog>
  )
}

interface AppFormProps {
  readonly create: Pick<Write<Wanted, unknown>, 'run' | 'busy' | 'problem'>
  readonly onCancel: () => void
}

function AppForm({ create, onCancel }: AppFormProps) {
  const [chosen, setChosen, kept] = useDraft<Partial<Record<Scope, Degree>>>('app-key:scopes', { billing: 'full' })
  const wanted = scopes.flatMap((scope) => {
    const degree = chosen[scope] ?? 'none'
    return degree === 'none' ? [] : [degree === 'read' ? `${scope}:read` : scope]
  })
  return (
    <Form
      problem={create.problem}
      keeps="app-key"
      draft={kept}
      onSubmit={(typed) =>
        create.run({
          name: typed.text('name'),
          scopes: wanted,
          expires_at: endOfDay(typed.text('expires_at')),
          allowed_addresses: placesIn(typed.text('allowed_addresses')),
        })
      }
    >
      <Field name="name" label="Name" hint="What it is for.">
        <Input required maxLength={100} placeholder="Billing export" autoComplete="off" />
      </Field>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Scopes</legend>
        <div className="divide-y divide-line rounded-md border border-line">
          {scopes.map((scope) => (
            <ScopeRow
              key={scope}
              scope={scope}
              degree={chosen[scope] ?? 'none'}
              onChange={(degree) => setChosen({ ...chosen, [scope]: degree })}
            />
          ))}
        </div>
      </fieldset>
      <Bounds />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={create.busy}
          why={wanted.length === 0 ? 'Select at least one scope.' : undefined}
        >
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Until when it may be used, and from where. */
function Bounds() {
  return (
    <>
      <Field name="expires_at" label="Expires on" optional hint="Without a date, it is valid until revoked.">
        <Input type="date" className="w-44" />
      </Field>
      <AllowedAddresses />
    </>
  )
}

interface ScopeRowProps {
  readonly scope: Scope
  readonly degree: Degree
  readonly onChange: (degree: Degree) => void
}

function ScopeRow({ scope, degree, onChange }: ScopeRowProps) {
  return (
    <div className="flex items-center justify-between gap-3 px-3 py-2">
      <div className="min-w-0">
        <p className="font-mono text-sm">{scope}</p>
        <p className="text-xs text-faint">{opens[scope]}</p>
      </div>
      <Select
        small
        label={`Access to ${scope}`}
        className="w-36 shrink-0"
        options={degrees}
        value={degree}
        onChange={onChange}
      />
    </div>
  )
}

/** The day as its owner means it: to its end, where they are. */
function endOfDay(day: string): number | null {
  return day === '' ? null : Math.floor(new Date(`${day}T23:59:59`).getTime() / 1_000)
}
