import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { MarketBlock as BlockOnOffer } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyCurl } from '../../ui/curl/copy-curl.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useDraft } from '../../ui/draft/draft.ts'
import { Form } from '../../ui/form.tsx'
import { PriceFields } from '../../ui/price/price-fields.tsx'
import { brief, fromMonthly } from '../../ui/price/price-pair.ts'
import { Note } from '../../ui/states.tsx'
import { Money, Prefix } from '../../ui/values.tsx'
import { blockPath } from './block-read.ts'
import { months as monthsIn } from './words.ts'

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
  if (status === 'pending') return 'Your company can lease once an operator has approved it.'
  if (block.is_own) return 'This is your own company’s block.'
  return block.is_free ? undefined : 'This block is on hold or leased.'
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
  const take = reserve.with({ ip_price: priceOf(block, months).price_per_ip, contract_length: months })
  return (
    <>
      <Button
        look="primary"
        small={small}
        icon="cart"
        why={why}
        busy={reserve.busy}
        onClick={() => void take().catch(() => undefined)}
      >
        Reserve
      </Button>
      {!small && <CopyCurl of={take.request} />}
    </>
  )
}

export function NegotiateButton({ block, months }: ReserveProps) {
  const whyNot = useWhyNotTake(block)
  const why = whyNot ?? (block.wants_to_negotiate ? undefined : 'The holder is not open to offers for this block.')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Make an offer"
      says={
        <>
          For <Prefix of={`${block.address}/${block.cidr}`} />, {monthsIn(months).toLowerCase()}.
        </>
      }
      open={open}
      onOpen={setOpen}
      trigger={
        <Button why={why} icon="offer">
          Make an offer
        </Button>
      }
    >
      <NegotiateForm block={block} months={months} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

function NegotiateForm({ block, months, onClose }: ReserveProps & { readonly onClose: () => void }) {
  const { param: company } = useCompany()
  const navigate = useNavigate()
  const wish = `wish:${block.address}/${block.cidr}:${months}`
  const [pair, setPair, kept] = useDraft(wish, fromMonthly('', block.ip_count))
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
      draft={kept}
      problem={offer.problem}
      onSubmit={offer.from(() => ({ ip_price: pair.sent ?? '', contract_length: months }))}
    >
      <PriceFields
        pair={pair}
        onChange={setPair}
        addresses={block.ip_count}
        currency={currency}
        hint={`List price: ${brief(list.price_per_ip)}`}
      />
      <p className="flex justify-between text-sm text-soft">
        List price per month <Money of={list.price} currency={currency} />
      </p>
      <Next />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={offer.busy}
          why={pair.sent === null ? 'Enter a price first.' : undefined}
        >
          Send offer
        </Button>
      </DialogActions>
    </Form>
  )
}

function Next() {
  return (
    <Note>
      <p className="font-medium">What happens next</p>
      <ol className="mt-1 list-decimal pl-4 text-soft">
        <li>The block is held for you while the holder decides; nobody else can lease it.</li>
        <li>
          The holder accepts, declines, makes a counter-offer or lets it expire. Your owners are e-mailed either way.
        </li>
        <li>If accepted, the block is in your cart at that price, on hold until you check out.</li>
      </ol>
    </Note>
  )
}
