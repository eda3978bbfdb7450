import { useState } from 'react'
import type { MarketService as Offer } from '../../../../client/api.gen.ts'
import type { Rehearsed } from '../../../api/rehearse.ts'
import { counted } from '../../../ui/bulk/bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { RadioCard } from '../../../ui/radio.tsx'
import { Prefix } from '../../../ui/values.tsx'
import { terms } from '../../../ui/words.ts'
import { prefixOf } from '../offer-read.ts'
import { priceChanges, whyNotRepriced, type How, type Wish } from './reprice.ts'

interface RepriceProps {
  readonly offers: readonly Offer[]
  readonly why: string | undefined
  readonly onReprice: { (wish: Wish): void; readonly request: (wish: Wish) => Rehearsed }
}

/** Nothing changes before it was shown what changes. */
export function Reprice({ offers, why, onReprice }: RepriceProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      wide
      title={`Change the prices of ${counted(offers.length, terms.countedListings)}`}
      says="All sizes you lease out. Existing leases keep their price."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small why={why}>
          Change prices
        </Button>
      }
    >
      <RepriceForm offers={offers} onReprice={onReprice} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

interface RepriceFormProps extends Pick<RepriceProps, 'offers' | 'onReprice'> {
  readonly onClose: () => void
}

function RepriceForm({ offers, onReprice, onClose }: RepriceFormProps) {
  const [wish, setWish] = useState<Wish>({ how: 'by_percent', typed: '' })
  const why = whyNotRepriced(wish, offers)
  const submit = () => {
    onClose()
    onReprice(wish)
  }
  const request = () => (why === undefined ? onReprice.request(wish) : null)
  return (
    <Form problem={null} onSubmit={Object.assign(submit, { request })}>
      <Ways how={wish.how} onChoose={(how) => setWish({ how, typed: '' })} />
      <Field
        name="typed"
        label={wish.how === 'by_percent' ? 'Change in percent' : 'Per address per month'}
        className="w-56"
      >
        <Input
          required
          inputMode="text"
          autoComplete="off"
          placeholder={wish.how === 'by_percent' ? '-10' : '0.45'}
          value={wish.typed}
          onChange={({ target }) => setWish({ ...wish, typed: target.value })}
        />
      </Field>
      {why === undefined && <Preview offers={offers} wish={wish} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" why={why}>
          Change prices
        </Button>
      </DialogActions>
    </Form>
  )
}

function Ways({ how, onChoose }: { readonly how: How; readonly onChoose: (how: How) => void }) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="sr-only">How</legend>
      <RadioCard
        name="how"
        value="by_percent"
        title="By a percentage"
        checked={how === 'by_percent'}
        onChoose={() => onChoose('by_percent')}
      >
        Every price goes up or, with a minus, down.
      </RadioCard>
      <RadioCard
        name="how"
        value="per_address"
        title="To one price per address"
        checked={how === 'per_address'}
        onChoose={() => onChoose('per_address')}
      >
        The same for every size and block.
      </RadioCard>
    </fieldset>
  )
}

function Preview({ offers, wish }: { readonly offers: readonly Offer[]; readonly wish: Wish }) {
  return (
    <section
      aria-label="Your changes"
      tabIndex={0}
      className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-2 text-sm"
    >
      <ul className="grid gap-1">
        {offers.map((offer) => (
          <li key={offer.uuid} className="flex flex-wrap gap-x-4">
            <Prefix of={prefixOf(offer)} className="font-medium" />
            {priceChanges(offer, wish).map(({ what, from, to }) => (
              <span key={what} className="text-soft tabular-nums">
                {what}: {from} → <span className="text-ink">{to}</span>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
