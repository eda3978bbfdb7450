import type { SignOnDomain } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { signOnPath } from './sign-on-read.ts'

/** The mail domains by which people are sent to the provider, each with the record that proves it. */

const listPath = `${signOnPath}/domains` as const
const onePath = `${listPath}/{domainUUID}` as const

export function Domains({ domains }: { readonly domains: readonly SignOnDomain[] }) {
  return (
    <Card
      title="Mail domains"
      says="Each is proven by a TXT record in its zone, and is then no other company’s. Domains within it are named for themselves."
    >
      <ul className="flex max-w-xl flex-col gap-4">
        {domains.map((domain) => (
          <li key={domain.uuid} className="flex flex-col gap-2 border-b border-line pb-4">
            <Domain of={domain} />
          </li>
        ))}
      </ul>
      <Add first={domains.length === 0} />
    </Card>
  )
}

function Add({ first }: { readonly first: boolean }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const add = useWrite((domain: string) => api.POST(listPath, { params: { path: { tenantUUID } }, body: { domain } }), {
    changes: [signOnPath],
    inline: true,
  })
  return (
    <Form
      className={first ? 'max-w-xl' : 'mt-4 max-w-xl'}
      keeps="domain"
      problem={add.problem}
      onSubmit={(typed) => add.run(typed.text('domain'))}
    >
      <Field name="domain" label="Domain" hint="What stands behind the @ of your addresses.">
        <Input required maxLength={253} placeholder="example.net" autoComplete="off" spellCheck={false} />
      </Field>
      <Button type="submit" icon="plus" busy={add.busy} why={whyNot} className="self-start">
        Add the domain
      </Button>
    </Form>
  )
}

function Domain({ of: { uuid, domain, proven_at: at, record } }: { readonly of: SignOnDomain }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const path = { tenantUUID, domainUUID: uuid }
  const prove = useWrite(() => api.POST(`${onePath}/prove`, { params: { path } }), {
    changes: [signOnPath],
    done: `${domain} is proven.`,
    inline: true,
  })
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{domain}</span>
          <Badge tone={at === null ? 'warn' : 'good'}>{at === null ? 'Not proven' : 'Proven'}</Badge>
        </p>
        <Remove uuid={uuid} domain={domain} />
      </div>
      {at === null && (
        <>
          <p className="text-sm text-soft">Publish this TXT record, then have it looked for:</p>
          <Code label={`Name of the record of ${domain}`}>{record.name}</Code>
          <Code label={`Text of the record of ${domain}`}>{record.text}</Code>
          {prove.problem && <ErrorNote problem={prove.problem} />}
          <Button busy={prove.busy} why={whyNot} className="self-start" onClick={() => prove.run()}>
            Look for the record
          </Button>
        </>
      )}
    </>
  )
}

function Remove({ uuid, domain }: { readonly uuid: string; readonly domain: string }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const remove = useWrite(() => api.DELETE(onePath, { params: { path: { tenantUUID, domainUUID: uuid } } }), {
    changes: [signOnPath, '/portal/me'],
    done: `${domain} is removed.`,
    inline: true,
  })
  return (
    <Confirm
      title={`Remove ${domain}?`}
      says="Everybody who came by it is signed out at once. To have it again it must be proven again."
      action="Remove"
      problem={remove.problem}
      onConfirm={() => remove.runAsync()}
      trigger={<IconButton icon="trash" label={`Remove ${domain}`} small why={whyNot} />}
    />
  )
}
