import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Identifier } from '../../ui/copy.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { Addresses } from './addresses.tsx'
import { Notified } from './notified.tsx'

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
        <Card
          title="On letters of authorisation"
          says="Who signs for you, and how whoever is shown a letter for one of your blocks reaches you. It stands on letters that are signed from now on, beside your contact above."
        >
          {company ? <LetterheadForm key={company.uuid} company={company} /> : <Skeleton className="h-36 w-full" />}
        </Card>
        <Notified />
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

interface LetterheadFormProps {
  readonly company: {
    readonly uuid: string
    readonly signatory_name: string | null
    readonly signatory_role: string | null
    readonly postal_address: readonly string[]
    readonly contact_phone: string | null
  }
}

const letterheadOf = (typed: Typed) => ({
  signatory_name: typed.textOrNull('signatory_name'),
  signatory_role: typed.textOrNull('signatory_role'),
  postal_address: typed
    .text('postal_address')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  contact_phone: typed.textOrNull('contact_phone'),
})

function LetterheadForm({ company }: LetterheadFormProps) {
  const whyNot = useWhyNot('member')
  const save = useWrite(
    (body: ReturnType<typeof letterheadOf>) =>
      api.PATCH(companyPath, { params: { path: { tenantUUID: company.uuid } }, body }),
    { changes: [companyPath], done: 'Saved.', inline: true },
  )
  return (
    <Form className="max-w-md" problem={save.problem} onSubmit={(typed) => save.run(letterheadOf(typed))}>
      <Field
        name="signatory_name"
        label="Who signs"
        optional
        hint="Without a name, letters say that they are issued on your behalf."
      >
        <Input defaultValue={company.signatory_name ?? ''} maxLength={120} autoComplete="name" />
      </Field>
      <Field name="signatory_role" label="As what" optional>
        <Input defaultValue={company.signatory_role ?? ''} maxLength={120} autoComplete="organization-title" />
      </Field>
      <Field
        name="postal_address"
        label="Postal address"
        optional
        hint="As on an envelope, without the name: five lines at most."
      >
        <TextArea rows={4} defaultValue={company.postal_address.join('\n')} maxLength={600} />
      </Field>
      <Field name="contact_phone" label="Telephone" optional hint="As +31 20 555 0100.">
        <Input type="tel" defaultValue={company.contact_phone ?? ''} maxLength={40} autoComplete="tel" />
      </Field>
      <Button type="submit" busy={save.busy} why={whyNot} className="self-start">
        Use on letters
      </Button>
    </Form>
  )
}
