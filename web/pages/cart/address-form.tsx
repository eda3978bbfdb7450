import { useState } from 'react'
import type { Cart as CartView } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useCountryChoices, useCountryName } from '../../api/countries.ts'
import type { Problem } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form, type Submit, type Typed } from '../../ui/form.tsx'
import { addressesPath, cartPath, useTakeAddress, useWhyNotChange, type CartAddress } from './cart-read.ts'

/** Addresses as they are typed: a new one of the company, or the copy that only this cart has. */

/** The specification's fields and how long they may be. */
const fields = [
  ['company_name', 'Company', 255, 'organization', 'sm:col-span-2'],
  ['first_name', 'First name', 255, 'given-name', ''],
  ['last_name', 'Last name', 255, 'family-name', ''],
  ['line_one', 'Street and number', 255, 'address-line1', 'sm:col-span-2'],
  ['line_two', 'Address line 2', 255, 'address-line2', 'sm:col-span-2'],
  ['postcode', 'Postcode', 20, 'postal-code', ''],
  ['city', 'City', 255, 'address-level2', ''],
  ['province_code', 'Province or state', 10, 'address-level1', ''],
  ['country_code', 'Country', 2, 'country', ''],
  ['vat_number', 'VAT number', 50, 'off', ''],
  ['company_code', 'Registration number', 50, 'off', ''],
  ['contact_email', 'E-mail for invoices', 255, 'email', ''],
  ['contact_phone', 'Phone', 50, 'tel', ''],
] as const

const needed: ReadonlySet<string> = new Set(['line_one', 'postcode', 'city'])

function read(typed: Typed) {
  return {
    company_name: typed.textOrNull('company_name'),
    first_name: typed.textOrNull('first_name'),
    last_name: typed.textOrNull('last_name'),
    line_one: typed.text('line_one'),
    line_two: typed.textOrNull('line_two'),
    postcode: typed.text('postcode'),
    city: typed.text('city'),
    province_code: typed.textOrNull('province_code'),
    vat_number: typed.textOrNull('vat_number'),
    company_code: typed.textOrNull('company_code'),
    contact_email: typed.textOrNull('contact_email'),
    contact_phone: typed.textOrNull('contact_phone'),
  }
}

interface AddressFormProps {
  readonly address: CartAddress | null
  readonly problem: Problem | null
  readonly busy: boolean
  readonly action: string
  readonly onSubmit: Submit
  readonly onCancel: () => void
}

function AddressForm({ address, problem, busy, action, onSubmit, onCancel }: AddressFormProps) {
  return (
    <Form problem={problem} keeps={`cart-address:${address?.uuid ?? 'new'}`} onSubmit={onSubmit}>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {fields.map(([name, label, most, autoComplete, className]) =>
          name === 'country_code' ? (
            <Country key={name} fixed={address?.country_code} />
          ) : (
            <Field key={name} name={name} label={label} optional={!needed.has(name)} className={className}>
              <Input
                maxLength={most}
                required={needed.has(name)}
                type={name === 'contact_email' ? 'email' : 'text'}
                autoComplete={autoComplete}
                defaultValue={address?.[name] ?? ''}
              />
            </Field>
          ),
        )}
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** A copy keeps its country: for another one takes another address. */
function Country({ fixed }: { readonly fixed: string | undefined }) {
  const options = useCountryChoices()
  const countryName = useCountryName()
  if (fixed !== undefined)
    return (
      <Field name="country_code" label="Country" hint="To change the country, choose another address.">
        <Input disabled value={countryName(fixed)} />
      </Field>
    )
  return (
    <Field name="country_code" label="Country">
      <Combobox
        name="country_code"
        required
        placeholder="Type to search"
        options={options}
        none="No matching country."
      />
    </Field>
  )
}

export function NewAddress({ cart, onDone, primary }: { cart: CartView; onDone: () => void; primary: boolean }) {
  const { uuid: user_id } = useCompany()
  const [open, setOpen] = useState(false)
  const why = useWhyNotChange(cart)
  const take = useTakeAddress(cart)
  const add = useWrite(
    (body: ReturnType<typeof read> & { country_code: string }) =>
      api.POST(addressesPath, { params: { path: { user_id } }, body }),
    {
      changes: [addressesPath],
      inline: true,
      onDone: ({ data }) =>
        void take.runAsync(data.uuid).then(
          () => {
            setOpen(false)
            onDone()
          },
          () => undefined,
        ),
    },
  )
  return (
    <Dialog
      wide
      title="New billing address"
      says="Saved to your company and used for this order."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small icon="plus" look={primary ? 'primary' : 'plain'} why={why}>
          New address
        </Button>
      }
    >
      <AddressForm
        address={null}
        problem={add.problem}
        busy={add.busy || take.busy}
        action="Add and use"
        onCancel={() => setOpen(false)}
        onSubmit={add.from((typed) => ({ ...read(typed), country_code: typed.text('country_code') }))}
      />
    </Dialog>
  )
}

export function ChangeAddress({ cart, address }: { readonly cart: CartView; readonly address: CartAddress }) {
  const { uuid: user_id } = useCompany()
  const [open, setOpen] = useState(false)
  const why = useWhyNotChange(cart)
  const change = useWrite(
    (body: ReturnType<typeof read>) =>
      api.PATCH('/ecommerce/public/{user_id}/cart/{cart_uuid}/addresses/{customerAddress_id}', {
        params: { path: { user_id, cart_uuid: cart.uuid, customerAddress_id: address.uuid } },
        body,
      }),
    { changes: [cartPath], inline: true, onDone: () => setOpen(false) },
  )
  return (
    <Dialog
      wide
      title="Edit the address on this order"
      says="Changes apply to this order only; your company’s address stays as it is."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small icon="edit" why={why}>
          Change
        </Button>
      }
    >
      <AddressForm
        address={address}
        problem={change.problem}
        busy={change.busy}
        action="Save"
        onCancel={() => setOpen(false)}
        onSubmit={change.from((typed) => read(typed))}
      />
    </Dialog>
  )
}
