import { useState } from 'react'
import type { ListedReservation as Reservation } from '../../../client/api.gen.ts'
import { reservationStates } from '../../../src/market/reservation/reservation.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useDraft } from '../../ui/draft/draft.ts'
import { Form } from '../../ui/form.tsx'
import { PriceFields } from '../../ui/price/price-fields.tsx'
import { brief, fromMonthly } from '../../ui/price/price-pair.ts'
import { offerChanges, prefixOf } from './offer-read.ts'
import { addressesIn } from './words.ts'

const listPath = '/billing/v1/{tenantUUID}/market/reservations'

/** Neither yes nor no: a third price, which the lessee answers. */
export function Counter({ row }: { readonly row: Reservation }) {
  const [open, setOpen] = useState(false)
  const mayNot = useWhyNot('member')
  return (
    <Dialog
      title={`Counter-offer for ${prefixOf(row)}`}
      says={`${row.tenant?.title ?? 'The lessee'} offers ${row.price.toFixed(2)} a month (${brief(row.ip_price)} per address); you ask ${row.list_price.toFixed(2)}. Name a price in between; the block is held while the lessee decides.`}
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small why={mayNot ?? whyNotNow(reservationStates, row.status, 'counter')}>
          Counter-offer
        </Button>
      }
    >
      <CounterForm row={row} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

function CounterForm({ row, onClose }: { readonly row: Reservation; readonly onClose: () => void }) {
  const { uuid: tenantUUID } = useCompany()
  const addresses = addressesIn(row.cidr)
  const middle = fromMonthly(((row.price + row.list_price) / 2).toFixed(2), addresses)
  const [pair, setPair, kept] = useDraft(`counter:${row.uuid}`, middle)
  const counter = useWrite(
    (ip_price: string) =>
      api.POST(`${listPath}/{reservationUUID}/counter`, {
        params: { path: { tenantUUID, reservationUUID: row.uuid } },
        body: { ip_price },
      }),
    {
      changes: [listPath, ...offerChanges],
      inline: true,
      done: `${row.tenant?.title ?? 'The lessee'} has your counter-offer.`,
      onDone: onClose,
    },
  )
  return (
    <Form draft={kept} problem={counter.problem} onSubmit={counter.from(() => pair.sent ?? '')}>
      <PriceFields
        pair={pair}
        onChange={setPair}
        addresses={addresses}
        currency="USD"
        hint={`Offered: ${brief(row.ip_price)}`}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={counter.busy}
          why={pair.sent === null ? 'Enter a price first.' : undefined}
        >
          Send counter-offer
        </Button>
      </DialogActions>
    </Form>
  )
}
