import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyCurl } from '../../ui/curl/copy-curl.tsx'
import { Identifier } from '../../ui/copy.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { RoomOf, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { Addresses } from './addresses.tsx'
import { Notified } from './notified.tsx'
import { RequireFactor } from './require-factor.tsx'

/** What the company is called, where it is billed, and how it stands here. */

const companyPath = '/billing/v1/{tenantUUID}'

export function Settings() {
  const { uuid: tenantUUID } = useCompany()
  const { data } = useQuery(read(companyPath, { params: { path: { tenantUUID } } }))
  const company = data?.data
  return (
    <>
      <PageHeader title="Company" says="Name, billing details and account status." />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 gap-4">
          <Card title="Name and contact">
            {company ? (
              <NameForm key={company.uuid} company={company} />
            ) : (
              <RoomOf>
                <NameForm company={unknown} />
              </RoomOf>
            )}
          </Card>
          <Addresses />
          <Card
            title="On LOAs"
            says="The signatory and contact details shown on LOAs for your blocks, beside the contact above. Applies to LOAs signed from now on."
          >
            {company ? (
              <LetterheadForm key={company.uuid} company={company} />
            ) : (
              <RoomOf>
                <LetterheadForm company={unknown} />
              </RoomOf>
            )}
          </Card>
          <Notified />
        </div>
        <div className="grid grid-cols-1 gap-4 max-lg:-order-1">
          <Account number={company?.customer_number} since={company?.created_at} />
          <RequireFactor />
          <SingleSignOn />
        </div>
      </div>
    </>
  )
}

/** Whose room is kept until we know who it is. */
const unknown: NameFormProps['company'] & LetterheadFormProps['company'] = {
  uuid: '',
  title: '',
  contact_email: null,
  signatory_name: null,
  signatory_role: null,
  postal_address: [],
  contact_phone: null,
}

function Account({ number, since }: { readonly number: number | undefined; readonly since: number | undefined }) {
  const { uuid, status } = useCompany()
  return (
    <Card title="Account">
      <DescriptionList
        facts={[
          ['Status', <Status key="s" of={status} />],
          ['Customer number', number ?? <Skeleton className="w-12" />],
          ['Customer since', since === undefined ? <Skeleton /> : <Time of={since} as="date" />],
          ['API identifier', <Identifier key="u" of={uuid} />, 'long'],
        ]}
      />
    </Card>
  )
}

function SingleSignOn() {
  const { param: company } = useCompany()
  return (
    <Card
      title="Single sign-on"
      says="Your people sign in on your own identity provider: Entra ID, Google Workspace, Okta, Keycloak or another."
    >
      <LinkButton icon="key" to="/c/$company/sign-on" params={{ company }}>
        Set up single sign-on
      </LinkButton>
    </Card>
  )
}

/** Two fields beside each other, where there is room. */
const pair = 'grid gap-4 sm:grid-cols-2'

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
      keeps="company"
      problem={save.problem}
      onSubmit={save.from((typed) => ({
        title: typed.text('title'),
        contact_email: typed.textOrNull('contact_email'),
      }))}
    >
      <div className={pair}>
        <Field name="title" label="Company">
          <Input defaultValue={company.title} required maxLength={255} autoComplete="organization" />
        </Field>
        <Field name="contact_email" label="Contact" optional hint="Where others can reach your NOC.">
          <Input type="email" defaultValue={company.contact_email ?? ''} autoComplete="email" />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={save.busy} why={whyNot}>
          Save
        </Button>
        <CopyCurl />
      </div>
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
    <Form keeps="letterhead" problem={save.problem} onSubmit={save.from(letterheadOf)}>
      <div className={pair}>
        <Field
          name="signatory_name"
          label="Signatory"
          optional
          hint="Without a name, LOAs say that they are issued on your behalf."
        >
          <Input defaultValue={company.signatory_name ?? ''} maxLength={120} autoComplete="name" />
        </Field>
        <Field name="signatory_role" label="Title" optional>
          <Input defaultValue={company.signatory_role ?? ''} maxLength={120} autoComplete="organization-title" />
        </Field>
        <Field
          name="postal_address"
          label="Postal address"
          optional
          hint="As on an envelope, without the name; up to five lines."
        >
          <TextArea rows={4} defaultValue={company.postal_address.join('\n')} maxLength={600} />
        </Field>
        <Field name="contact_phone" label="Phone" optional hint="e.g. +31 20 555 0100">
          <Input type="tel" defaultValue={company.contact_phone ?? ''} maxLength={40} autoComplete="tel" />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={save.busy} why={whyNot}>
          Use on LOAs
        </Button>
        <CopyCurl />
      </div>
    </Form>
  )
}
