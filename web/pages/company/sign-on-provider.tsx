import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Checkbox, Field, Input } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { roleOptions } from './roles.ts'
import { peoplePath, signOnPath, type Provider } from './sign-on-read.ts'

/** Which identity provider it is; its secret is typed, and never shown. */

interface ProviderCardProps {
  readonly provider: Provider | null
  readonly callback: string
}

const newcomers = roleOptions.filter(({ value }) => value !== 'owner')

const bodyOf = (typed: Typed) => ({
  issuer: typed.text('issuer'),
  client_id: typed.text('client_id'),
  ...(typed.secret('client_secret') === '' ? {} : { client_secret: typed.secret('client_secret') }),
  default_role: typed.text('default_role') as Provider['default_role'],
  trusts_email: typed.has('trusts_email'),
})

export function ProviderCard({ provider, callback }: ProviderCardProps) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const save = useWrite(
    (body: ReturnType<typeof bodyOf>) => api.PUT(signOnPath, { params: { path: { tenantUUID } }, body }),
    { changes: [signOnPath, peoplePath], done: 'Saved.', inline: true },
  )
  return (
    <Card title="Identity provider" {...(provider && { actions: <Remove /> })}>
      <Form keeps="sign-on" problem={save.problem} onSubmit={(typed) => save.run(bodyOf(typed))}>
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <div className="flex flex-col gap-1">
            <p className="text-sm font-medium">Redirect URI</p>
            <Code label="Redirect URI">{callback}</Code>
            <p className="text-xs text-faint">Register a web application with your provider, with this address.</p>
          </div>
          <Said provider={provider} />
          <Field name="default_role" label="Role of newcomers" hint="Who is a member already keeps their role.">
            <Select name="default_role" options={newcomers} defaultValue={provider?.default_role ?? 'viewer'} />
          </Field>
        </div>
        <Checkbox
          name="trusts_email"
          defaultChecked={provider?.trusts_email ?? false}
          label="Trust addresses that the provider does not call verified"
          hint="Only where your own staff alone decides which address an account has. One it calls unverified is never taken."
        />
        <Button type="submit" busy={save.busy} why={whyNot} className="self-start">
          Save
        </Button>
      </Form>
    </Card>
  )
}

function Said({ provider }: { readonly provider: Provider | null }) {
  return (
    <>
      <Field
        name="issuer"
        label="Issuer"
        hint="Another issuer or client ID switches single sign-on off until it is tested again."
      >
        <Input
          type="url"
          required
          maxLength={500}
          defaultValue={provider?.issuer ?? ''}
          placeholder="https://login.example.net/realms/staff"
          autoComplete="off"
        />
      </Field>
      <Field name="client_id" label="Client ID">
        <Input required maxLength={255} defaultValue={provider?.client_id ?? ''} autoComplete="off" />
      </Field>
      <Field
        name="client_secret"
        label="Client secret"
        optional={provider !== null}
        hint={
          provider ? 'One is kept, and not shown. Type another to replace it.' : 'Kept sealed, and never shown again.'
        }
      >
        <Input type="password" required={provider === null} maxLength={1_000} autoComplete="new-password" />
      </Field>
    </>
  )
}

function Remove() {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const remove = useWrite(() => api.DELETE(signOnPath, { params: { path: { tenantUUID } } }), {
    changes: [signOnPath, peoplePath, '/portal/me'],
    done: 'The identity provider is removed.',
    inline: true,
  })
  return (
    <Confirm
      title="Remove the identity provider?"
      says="Everybody who came by it is signed out at once, and nobody is linked to it any more. Your domains stay proven."
      action="Remove"
      problem={remove.problem}
      onConfirm={() => remove.runAsync()}
      trigger={
        <Button small icon="trash" why={whyNot}>
          Remove
        </Button>
      }
    />
  )
}
