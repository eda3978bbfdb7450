import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Identifier } from '../../ui/copy.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { Addresses } from './addresses.tsx'

/** What the company is called, where it is billed, and how it stands here. */

const companyPath = '/billing/v1/{tenantUUID}'

export function Settings() {
  const { uuid: tenantUUID, status } = useCompany()
  const { data } = useQuery(read(companyPath, { params: { path: { tenantUUID } } }))
  const company = data?.data
  return (
    <>
      <PageHeader title="Company" says="What it is called, where it is billed, and how it stands here." />
      <div className="flex flex-col gap-5">
        <Card>
          <DescriptionList
            facts={[
              ['Status', <Status key="s" of={status} />],
              ['Customer number', company?.customer_number ?? <Skeleton className="w-12" />],
              ['Here since', company ? <Time of={company.created_at} as="date" /> : <Skeleton />],
              ['Identifier for the API', <Identifier key="u" of={tenantUUID} />, 'long'],
            ]}
          />
        </Card>
        <Card title="Name and contact">
          {company ? <NameForm key={company.uuid} company={company} /> : <Skeleton className="h-36 w-full" />}
        </Card>
        <Addresses />
      </div>
    </>
  )
}

interface NameFormProps {
  readonly company: { readonly uuid: string; readonly title: string; readonly contact_email: string | null }
}

function NameForm({ company }: NameFormProps) {
  const whyNot = useWhyNot('member')
  const save = useWrite(
    (body: { title: string; contact_email: string | null }) =>
      api.PATCH(companyPath, { params: { path: { tenantUUID: company.uuid } }, body }),
    { changes: [companyPath, '/portal/me'], done: 'Saved.', inline: true },
  )
  return (
    <Form
      className="max-w-md"
      problem={save.problem}
      onSubmit={(typed) => save.run({ title: typed.text('title'), contact_email: typed.textOrNull('contact_email') })}
    >
      <Field name="title" label="Company">
        <Input defaultValue={company.title} required maxLength={255} autoComplete="organization" />
      </Field>
      <Field name="contact_email" label="Contact" optional hint="Where others reach your network desk.">
        <Input type="email" defaultValue={company.contact_email ?? ''} autoComplete="email" />
      </Field>
      <Button type="submit" busy={save.busy} why={whyNot} className="self-start">
        Save
      </Button>
    </Form>
  )
}
