import type { Address } from '../../../client/api.gen.ts'
import { useCountryChoices } from '../../api/countries.ts'
import type { Write } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'

export interface AddressBody {
  readonly company_name: string | null
  readonly line_one: string
  readonly line_two: string | null
  readonly postcode: string
  readonly city: string
  readonly country_code: string
  readonly vat_number: string | null
  readonly contact_email: string | null
}

const bodyOf = (typed: Typed): AddressBody => ({
  company_name: typed.textOrNull('company_name'),
  line_one: typed.text('line_one'),
  line_two: typed.textOrNull('line_two'),
  postcode: typed.text('postcode'),
  city: typed.text('city'),
  country_code: typed.text('country_code'),
  vat_number: typed.textOrNull('vat_number'),
  contact_email: typed.textOrNull('contact_email'),
})

interface AddressFormProps {
  readonly address?: Address
  readonly write: Pick<Write<AddressBody, unknown>, 'from' | 'busy' | 'problem'>
  readonly onCancel: () => void
}

export function AddressForm({ address, write, onCancel }: AddressFormProps) {
  const { title } = useCompany()
  return (
    <Form
      problem={write.problem}
      keeps={`address:${address?.uuid ?? 'new'}`}
      onSubmit={write.from((typed) => bodyOf(typed))}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="company_name" label="Company" className="sm:col-span-2">
          <Input defaultValue={address?.company_name ?? title} maxLength={255} autoComplete="organization" />
        </Field>
        <Field name="line_one" label="Street and number">
          <Input defaultValue={address?.line_one} required maxLength={255} autoComplete="address-line1" />
        </Field>
        <Field name="line_two" label="Address line 2" optional>
          <Input defaultValue={address?.line_two ?? ''} maxLength={255} autoComplete="address-line2" />
        </Field>
        <Field name="postcode" label="Postcode">
          <Input defaultValue={address?.postcode} required maxLength={20} autoComplete="postal-code" />
        </Field>
        <Field name="city" label="City">
          <Input defaultValue={address?.city} required maxLength={255} autoComplete="address-level2" />
        </Field>
        <CountryField chosen={address?.country_code ?? null} />
        <Field name="vat_number" label="VAT number" optional hint="With the country prefix, e.g. NL123456789B01.">
          <Input mono defaultValue={address?.vat_number ?? ''} maxLength={50} autoComplete="off" />
        </Field>
        <Field name="contact_email" label="E-mail for invoices" optional className="sm:col-span-2">
          <Input type="email" defaultValue={address?.contact_email ?? ''} maxLength={255} autoComplete="email" />
        </Field>
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={write.busy}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}

function CountryField({ chosen }: { readonly chosen: string | null }) {
  const options = useCountryChoices()
  return (
    <Field name="country_code" label="Country">
      <Combobox
        name="country_code"
        options={options}
        defaultValue={chosen}
        required
        placeholder="Type to search"
        none="No matching country."
      />
    </Field>
  )
}
