import { useState } from 'react'
import type { ListedReservation as Reservation } from '../../../client/api.gen.ts'
import { reservationStates } from '../../../src/market/reservation/reservation.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { offerChanges, prefixOf } from './offer-read.ts'
import { addressesIn } from './words.ts'

const listPath = '/billing/v1/{tenantUUID}/market/reservations'

/** Neither yes nor no: a third price, which the lessee answers. */
export function Counter({ row }: { readonly row: Reservation }) {
  const [open, setOpen] = useState(false)
  const mayNot = useWhyNot('member')
  return (
    <Dialog
      title={`Another price for ${prefixOf(row)}`}
      says={`${row.tenant?.title ?? 'The lessee'} offers ${row.price.toFixed(2)} a month; you ask ${row.list_price.toFixed(2)}. Name a price in between: the block is kept while it is thought about.`}
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small why={mayNot ?? whyNotNow(reservationStates, row.status, 'counter')}>
          Counter
        </Button>
      }
    >
      <CounterForm row={row} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

function CounterForm({ row, onClose }: { readonly row: Reservation; readonly onClose: () => void }) {
  const { uuid: tenantUUID } = useCompany()
  const [typed, setTyped] = useState(((row.price + row.list_price) / 2).toFixed(2))
  const counter = useWrite(
    (ip_price: string) =>
      api.POST(`${listPath}/{reservationUUID}/counter`, {
        params: { path: { tenantUUID, reservationUUID: row.uuid } },
        body: { ip_price },
      }),
    {
      changes: [listPath, ...offerChanges],
      inline: true,
      done: `${row.tenant?.title ?? 'The lessee'} is told your price.`,
      onDone: onClose,
    },
  )
  return (
    <Form problem={counter.problem} onSubmit={() => counter.run(perAddress(Number(typed), row.cidr))}>
      <Field name="ip_price" label="For the whole block per month">
        <Input
          required
          inputMode="decimal"
          pattern="\d{1,9}(\.\d{1,2})?"
          autoComplete="off"
          className="text-right tabular-nums"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={counter.busy}>
          Send the price
        </Button>
      </DialogActions>
    </Form>
  )
}

/** With as many decimals as the API reads: of them it makes the price of the block again. */
const perAddress = (price: number, length: number): string => (price / addressesIn(length)).toFixed(12)
