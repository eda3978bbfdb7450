import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Address, Cart as CartView } from '../../../client/api.gen.ts'
import { useCountryName } from '../../api/countries.ts'
import { Status, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/page.tsx'
import { Note, Skeleton } from '../../ui/states.tsx'
import { ChangeAddress, NewAddress } from './address-form.tsx'
import { useAddresses, useTakeAddress, useWhyNotChange, type CartAddress } from './cart-read.ts'

/** Who is billed. Taxes follow from it. */
export function AddressCard({ cart }: { readonly cart: CartView }) {
  const [choosing, setChoosing] = useState(false)
  const why = useWhyNotChange(cart)
  const open = choosing || cart.address === null
  return (
    <Card
      title="Billing address"
      actions={
        cart.address && (
          <>
            <ChangeAddress cart={cart} address={cart.address} />
            <Button small why={why} aria-expanded={open} onClick={() => setChoosing(!choosing)}>
              {choosing ? 'Keep this address' : 'Use another'}
            </Button>
          </>
        )
      }
    >
      {open ? (
        <Choose cart={cart} onChosen={() => setChoosing(false)} />
      ) : (
        cart.address && <Written address={cart.address} />
      )}
    </Card>
  )
}

const vatTones: Readonly<Record<string, Tone>> = { valid: 'good', pending: 'warn', invalid: 'bad', failed: 'bad' }

function Written({ address }: { readonly address: CartAddress }) {
  const countryName = useCountryName()
  const { first_name, last_name, company_name, line_one, line_two, line_three, postcode, city, country_code } = address
  const person = [first_name, last_name].filter(Boolean).join(' ')
  const lines = [line_one, line_two, line_three, `${postcode} ${city}`, countryName(country_code)].filter(Boolean)
  return (
    <div className="flex flex-wrap justify-between gap-4 text-sm">
      <address className="not-italic">
        <p className="font-medium">{company_name ?? person}</p>
        {company_name && person && <p className="text-soft">{person}</p>}
        <p className="text-soft">{lines.join(', ')}</p>
      </address>
      <div className="text-sm sm:text-right">
        <p className="text-xs text-faint">VAT number</p>
        {address.vat_number === null ? (
          <p className="text-soft">Not provided</p>
        ) : (
          <p className="flex items-center gap-2">
            <span className="font-mono">{address.vat_number}</span>
            {address.vat_validation_status && (
              <Status of={address.vat_validation_status} tone={vatTones[address.vat_validation_status] ?? 'plain'} />
            )}
          </p>
        )}
      </div>
    </div>
  )
}

function Choose({ cart, onChosen }: { readonly cart: CartView; readonly onChosen: () => void }) {
  const { data } = useQuery(useAddresses())
  const [wanted, setWanted] = useState<string>()
  const take = useTakeAddress(cart)
  const why = useWhyNotChange(cart)
  if (!data) return <Skeleton className="h-16 w-full" />
  const choose = (uuid: string) => {
    setWanted(uuid)
    void take.runAsync(uuid).then(onChosen, () => setWanted(undefined))
  }
  const only = cart.address === null && data.data.length === 1 ? data.data[0] : undefined
  return (
    <div className="grid gap-3">
      {data.data.length === 0 && (
        <Note>Your company has no billing address yet. Add one: it determines invoices and taxes.</Note>
      )}
      {only ? (
        <Only address={only} busy={take.busy} why={why} onChoose={() => choose(only.uuid)} />
      ) : (
        data.data.length > 0 && (
          <Addresses
            addresses={data.data}
            chosen={wanted ?? cart.address?.uuid}
            onChoose={why === undefined ? choose : undefined}
          />
        )
      )}
      <div>
        <NewAddress cart={cart} onDone={onChosen} primary={data.data.length === 0} />
      </div>
    </div>
  )
}

interface OnlyProps {
  readonly address: Address
  readonly busy: boolean
  readonly why: string | undefined
  readonly onChoose: () => void
}

/** Nothing to choose between, but still for a person to say. */
function Only({ address, busy, why, onChoose }: OnlyProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Named address={address} />
      <Button look="primary" busy={busy} why={why} onClick={onChoose}>
        Bill to this address
      </Button>
    </div>
  )
}

function Named({ address }: { readonly address: Address }) {
  const countryName = useCountryName()
  const { company_name, first_name, last_name, line_one, postcode, city, country_code } = address
  return (
    <span className="min-w-0 text-sm">
      <span className="block font-medium">{company_name ?? [first_name, last_name].filter(Boolean).join(' ')}</span>
      <span className="block text-soft">
        {line_one}, {postcode} {city}, {countryName(country_code)}
      </span>
    </span>
  )
}

interface AddressesProps {
  readonly addresses: readonly Address[]
  readonly chosen: string | undefined
  readonly onChoose: ((uuid: string) => void) | undefined
}

function Addresses({ addresses, chosen, onChoose }: AddressesProps) {
  const name = useId()
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2" disabled={onChoose === undefined}>
      <legend className="sr-only">Billing address</legend>
      {addresses.map((address) => {
        const { uuid } = address
        return (
          <label
            key={uuid}
            className={cx(
              'flex items-center gap-3 rounded-md border px-3 py-2 text-sm',
              uuid === chosen ? 'border-accent bg-accent-wash' : 'border-line hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={uuid === chosen}
              onChange={() => onChoose?.(uuid)}
              className="size-4 shrink-0 accent-accent"
            />
            <Named address={address} />
          </label>
        )
      })}
    </fieldset>
  )
}
