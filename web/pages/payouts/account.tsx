import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { BankDetails } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { useCountryChoices } from '../../api/countries.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { BackLink } from '../../ui/link.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'

/** Where payouts go to: named by an owner, confirmed by mail, and held for three days when it changes. */

const page = getRouteApi('/signed-in/c/$company/payouts/account')
const accountPath = '/portal/companies/{tenantUUID}/payout-account'

export function PayoutAccount() {
  const { uuid: tenantUUID, param: company } = useCompany()
  const { ticket } = page.useSearch()
  const { data } = useQuery(read(accountPath, { params: { path: { tenantUUID } } }))
  const account = data?.data
  return (
    <>
      <PageHeader
        title="Bank account for payouts"
        says="Changes take effect three days after an owner confirms them by e-mail."
        above={
          <BackLink to="/c/$company/payouts" params={{ company }} search={{}}>
            Payouts
          </BackLink>
        }
      />
      <div className="grid gap-4">
        {ticket !== undefined && account?.next?.status === 'requested' && <ConfirmIt ticket={ticket} />}
        {!account ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <>
            <Card title="Payouts go to">
              {account.current ? (
                <Facts of={account.current} />
              ) : (
                <Note>No confirmed account yet, so no payouts can be sent.</Note>
              )}
            </Card>
            {account.next && <Next of={account.next} />}
            <NewAccount first={!account.current && !account.next} />
          </>
        )}
      </div>
    </>
  )
}

function Facts({ of }: { readonly of: BankDetails }) {
  return (
    <DescriptionList
      facts={[
        ['Account holder', of.account_holder],
        ['IBAN', <span className="font-mono">{of.iban}</span>],
        ['BIC', of.bic ?? 'none'],
        ['Address', [...of.address, of.country_code].join(', ')],
        ['VAT number', of.vat_number ?? 'none'],
        ['Effective from', <Time of={of.effective_at} as="date" />],
      ]}
    />
  )
}

function ConfirmIt({ ticket }: { readonly ticket: string }) {
  const { uuid: tenantUUID } = useCompany()
  const confirm = useWrite(
    () =>
      api.POST('/portal/companies/{tenantUUID}/payout-account/confirm', {
        params: { path: { tenantUUID } },
        body: { ticket },
      }),
    { changes: [accountPath], inline: true, done: 'Account confirmed.' },
  )
  return (
    <Card title="Confirm new account">
      {confirm.problem && <ErrorNote problem={confirm.problem} className="mb-3" />}
      <Button look="primary" why={useWhyNot('owner')} busy={confirm.busy} onClick={() => confirm.run()}>
        Confirm
      </Button>
    </Card>
  )
}

function Next({ of }: { readonly of: BankDetails }) {
  const { uuid: tenantUUID } = useCompany()
  const withdraw = useWrite(() => api.DELETE(accountPath, { params: { path: { tenantUUID } } }), {
    changes: [accountPath],
    done: 'Change cancelled.',
  })
  return (
    <Card
      title="Pending change"
      actions={
        <Button small why={useWhyNot('owner')} busy={withdraw.busy} onClick={() => withdraw.run()}>
          Withdraw
        </Button>
      }
    >
      <p className="mb-3 text-sm">
        <Status
          of={of.status}
          label={of.status === 'requested' ? 'Waiting for confirmation by e-mail' : 'Takes effect after three days'}
        />
      </p>
      <Facts of={of} />
    </Card>
  )
}

const wishIn = (typed: Typed) => ({
  account_holder: typed.text('account_holder'),
  iban: typed.text('iban'),
  bic: typed.textOrNull('bic'),
  address: typed
    .text('address')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  country_code: typed.text('country_code'),
  vat_number: typed.textOrNull('vat_number'),
})

function NewAccount({ first }: { readonly first: boolean }) {
  const { uuid: tenantUUID } = useCompany()
  const [sent, setSent] = useState(false)
  const ask = useWrite(
    (body: ReturnType<typeof wishIn>) => api.PUT(accountPath, { params: { path: { tenantUUID } }, body }),
    {
      changes: [accountPath],
      inline: true,
      onDone: () => setSent(true),
    },
  )
  return (
    <Card
      title={first ? 'Add a bank account' : 'Change bank account'}
      says="All owners get an e-mail with a confirmation link."
    >
      {sent && <Note>Link sent to all owners; valid for one day.</Note>}
      <Form problem={ask.problem} onSubmit={(typed) => ask.run(wishIn(typed))} className="max-w-3xl">
        <AccountFields />
        <div>
          <Button type="submit" look="primary" why={useWhyNot('owner')} busy={ask.busy}>
            Send confirmation link
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function AccountFields() {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <Field
        name="account_holder"
        label="Account holder"
        hint="As registered with the bank; also shown on self-billing invoices."
        className="sm:col-span-2"
      >
        <Input required maxLength={70} />
      </Field>
      <Field name="iban" label="IBAN">
        <Input mono required maxLength={42} autoComplete="off" />
      </Field>
      <Field name="bic" label="BIC" optional>
        <Input mono maxLength={11} autoComplete="off" />
      </Field>
      <Field name="address" label="Address" hint="As on an envelope, without name and country.">
        <TextArea rows={5} required name="address" />
      </Field>
      <div className="grid gap-4">
        <Field name="country_code" label="Country" hint="Determines VAT.">
          <Combobox
            name="country_code"
            required
            placeholder="Type to search"
            options={useCountryChoices()}
            none="No matching country."
          />
        </Field>
        <Field name="vat_number" label="VAT number" optional hint="Without one, no VAT is added to payouts.">
          <Input mono maxLength={50} />
        </Field>
      </div>
    </div>
  )
}
