import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { MarketBlock as BlockOnOffer } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/states.tsx'
import { Money, Prefix } from '../../ui/values.tsx'
import { blockPath } from './block-read.ts'
import { months as monthsIn, perAddress } from './words.ts'

/** Taking a block: at its price at once, below it by asking the holder. */

const stale = [
  blockPath,
  '/billing/v1/{tenantUUID}/market/search',
  '/billing/v1/{tenantUUID}/market/map',
  '/billing/v1/{tenantUUID}/market/reservations',
  '/ecommerce/public/{user_id}/cart',
] as const

interface Wish {
  readonly ip_price: string
  readonly contract_length: number
}

function useReserve(
  block: BlockOnOffer,
  { inline = false, onDone }: { inline?: boolean; onDone: (accepted: boolean) => void },
) {
  const { uuid: tenantUUID } = useCompany()
  const { pricing_uuid, address, cidr } = block
  return useWrite(
    (wish: Wish) =>
      api.POST('/billing/v1/{tenantUUID}/market/ipv4/services/reserve', {
        params: { path: { tenantUUID } },
        body: { pricing_uuid, address, cidr, ...wish },
      }),
    { changes: stale, inline, onDone: ({ data }) => onDone(data.status === 'accepted') },
  )
}

/** By the month, where that commitment is not offered. */
export const priceOf = (block: BlockOnOffer, months: number) =>
  block.prices.find(({ contract_length }) => contract_length === months) ?? block

/** Why it cannot be taken; nothing when it can. */
function useWhyNotTake(block: BlockOnOffer): string | undefined {
  const { status } = useCompany()
  const whyNot = useWhyNot('member')
  if (whyNot !== undefined) return whyNot
  if (status === 'pending') return 'Your company may lease as soon as an operator has activated it.'
  if (block.is_own) return 'This block is your own company’s, which does not lease from itself.'
  return block.is_free ? undefined : 'This block is held or leased.'
}

interface ReserveProps {
  readonly block: BlockOnOffer
  readonly months: number
  readonly small?: boolean
}

export function ReserveButton({ block, months, small = false }: ReserveProps) {
  const { param: company } = useCompany()
  const navigate = useNavigate()
  const why = useWhyNotTake(block)
  const reserve = useReserve(block, { onDone: () => void navigate({ to: '/c/$company/cart', params: { company } }) })
  if (block.reservation?.status === 'accepted')
    return (
      <LinkButton look="primary" small={small} icon="cart" to="/c/$company/cart" params={{ company }}>
        In your cart
      </LinkButton>
    )
  return (
    <Button
      look="primary"
      small={small}
      icon="cart"
      why={why}
      busy={reserve.busy}
      onClick={() => reserve.run({ ip_price: priceOf(block, months).price_per_ip, contract_length: months })}
    >
      Reserve
    </Button>
  )
}

export function NegotiateButton({ block, months }: ReserveProps) {
  const whyNot = useWhyNotTake(block)
  const why = whyNot ?? (block.wants_to_negotiate ? undefined : 'The holder takes no lower offers for this block.')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Offer a lower price"
      says={
        <>
          For <Prefix of={`${block.address}/${block.cidr}`} />, {monthsIn(months).toLowerCase()}.
        </>
      }
      open={open}
      onOpen={setOpen}
      trigger={
        <Button why={why} icon="offer">
          Offer a lower price
        </Button>
      }
    >
      <NegotiateForm block={block} months={months} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

/** As many decimals as a price may have. */
const isPrice = (text: string) => /^\d{1,6}(\.\d{1,12})?$/.test(text)

function NegotiateForm({ block, months, onClose }: ReserveProps & { readonly onClose: () => void }) {
  const { param: company } = useCompany()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const offer = useReserve(block, {
    inline: true,
    onDone: (accepted) =>
      void navigate({
        to: accepted ? '/c/$company/cart' : '/c/$company/my-reservations',
        params: { company },
        search: {},
      }),
  })
  const { currency } = block
  const list = priceOf(block, months)
  return (
    <Form
      problem={offer.problem}
      onSubmit={(form) => offer.run({ ip_price: form.text('ip_price'), contract_length: months })}
    >
      <Field
        name="ip_price"
        label="Price per address and month"
        hint={`The list price is ${perAddress(list.price_per_ip)} ${currency} per address. Up to twelve decimals.`}
      >
        <Input
          required
          inputMode="decimal"
          pattern="\d{1,6}(\.\d{1,12})?"
          maxLength={19}
          autoComplete="off"
          mono
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Whole block={block} price={typed} list={list.price} />
      <Next />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={offer.busy}>
          Send the offer
        </Button>
      </DialogActions>
    </Form>
  )
}

/** What a price per address is for all of them. */
interface WholeProps {
  readonly block: BlockOnOffer
  readonly price: string
  readonly list: number
}

function Whole({ block, price, list }: WholeProps) {
  const { ip_count, currency } = block
  const monthly = isPrice(price) ? Math.round(Number(price) * ip_count * 100) / 100 : null
  return (
    <p aria-live="polite" className="flex justify-between text-sm">
      <span className="text-soft">For the whole block a month</span>
      <span>
        {monthly === null ? '–' : <Money of={monthly} currency={currency} className="font-medium" />}
        <span className="text-faint">
          {' '}
          instead of <Money of={list} currency={currency} />
        </span>
      </span>
    </p>
  )
}

function Next() {
  return (
    <Note>
      <p className="font-medium">What happens next</p>
      <ol className="mt-1 list-decimal pl-4 text-soft">
        <li>The block is held for you while the holder thinks about it; nobody else can take it.</li>
        <li>
          The holder accepts, declines, names another price, or lets the time pass. Your owners get a mail in any case.
        </li>
        <li>If it is accepted, the block is in your cart at that price, and you have time to buy it.</li>
      </ol>
    </Note>
  )
}
