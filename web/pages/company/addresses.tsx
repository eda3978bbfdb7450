import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useCountryName } from '../../api/countries.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Badge, sentence, type Tone } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { None } from '../../ui/values.tsx'
import { AddressForm, type AddressBody } from './address-form.tsx'

/** Where invoices are addressed to; the VAT number decides the tax. */

const listPath = '/ecommerce/public/{user_id}/addresses'
const onePath = '/ecommerce/public/{user_id}/addresses/{address_id}'

const addressesOf = (user_id: string) => read(listPath, { params: { path: { user_id }, query: { per_page: 100 } } })

export function Addresses() {
  const { uuid } = useCompany()
  return (
    <Card
      flush
      title="Billing addresses"
      says="Including the VAT number that determines how you are taxed."
      actions={<Add />}
    >
      <Table
        label="Billing addresses"
        query={useQuery(addressesOf(uuid))}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        expected={1}
        empty={
          <EmptyState icon="invoice" title="No billing address yet">
            You need one before your first purchase.
          </EmptyState>
        }
      />
    </Card>
  )
}

const vatTones: Readonly<Record<string, Tone>> = { valid: 'good', invalid: 'bad', pending: 'warn', failed: 'warn' }

const columns: readonly Column<Address>[] = [
  {
    title: 'Address',
    cell: (address) => <Written address={address} />,
  },
  {
    title: 'VAT number',
    wide: 'below',
    cell: ({ vat_number, vat_validation_status: status }) =>
      vat_number === null ? (
        <None />
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-xs">{vat_number}</code>
          {status && <Badge tone={vatTones[status] ?? 'plain'}>{sentence(status)}</Badge>}
        </span>
      ),
  },
  {
    title: 'Actions',
    silent: true,
    align: 'right',
    cell: (address) => (
      <span className="flex justify-end gap-1">
        <Edit address={address} />
        <Remove address={address} />
      </span>
    ),
  },
]

function Written({ address }: { readonly address: Address }) {
  const countryName = useCountryName()
  const { company_name, line_one, line_two, postcode, city, country_code } = address
  return (
    <div>
      {company_name && <p className="font-medium">{company_name}</p>}
      <p className="text-soft">
        {[line_one, line_two, `${postcode} ${city}`, countryName(country_code)].filter(Boolean).join(', ')}
      </p>
    </div>
  )
}

function Add() {
  const { uuid: user_id } = useCompany()
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const add = useWrite((body: AddressBody) => api.POST(listPath, { params: { path: { user_id } }, body }), {
    changes: [listPath],
    inline: true,
    done: 'Address added.',
    onDone: () => setOpen(false),
  })
  return (
    <Dialog
      wide
      title="Add billing address"
      open={open}
      onOpen={setOpen}
      trigger={
        <Button icon="plus" why={whyNot}>
          Add
        </Button>
      }
    >
      <AddressForm write={add} onCancel={() => setOpen(false)} />
    </Dialog>
  )
}

function Edit({ address }: { readonly address: Address }) {
  const { uuid: user_id } = useCompany()
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const path = { user_id, address_id: address.uuid }
  const save = useWrite((body: AddressBody) => api.PUT(onePath, { params: { path }, body }), {
    changes: [listPath],
    inline: true,
    done: 'Address saved.',
    onDone: () => setOpen(false),
  })
  return (
    <Dialog
      wide
      title="Edit address"
      says="Issued invoices keep the address they were issued with."
      open={open}
      onOpen={setOpen}
      trigger={<IconButton icon="edit" label="Edit address" small why={whyNot} />}
    >
      <AddressForm address={address} write={save} onCancel={() => setOpen(false)} />
    </Dialog>
  )
}

function Remove({ address }: { readonly address: Address }) {
  const { uuid: user_id } = useCompany()
  const whyNot = useWhyNot('member')
  const path = { user_id, address_id: address.uuid }
  const remove = useWrite(() => api.DELETE(onePath, { params: { path } }), {
    changes: [listPath],
    inline: true,
    done: 'Address removed.',
  })
  return (
    <Confirm
      title="Remove address?"
      says={`${address.line_one}, ${address.city}. Issued invoices keep it.`}
      action="Remove"
      problem={remove.problem}
      onConfirm={remove.with()}
      trigger={<IconButton icon="trash" label="Remove address" small why={whyNot} />}
    />
  )
}
