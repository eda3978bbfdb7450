import type { ListedReservation as Reservation } from '../../../client/api.gen.ts'
import { reservationStates } from '../../../src/market/reservation/reservation.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { brief } from '../../ui/price/price-pair.ts'

const listPath = '/billing/v1/{tenantUUID}/market/reservations'
const stale = [
  listPath,
  '/ecommerce/public/{user_id}/cart',
  '/billing/v1/{tenantUUID}/market/map',
  '/billing/v1/{tenantUUID}/market/search',
] as const

/** The holder has named a third price: yes or no. */
export function AnswerCounter({ reservation }: { readonly reservation: Reservation }) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const { uuid: reservationUUID, address, cidr, status, counter_price, counter_ip_price, contract_length } = reservation
  const params = { path: { tenantUUID, reservationUUID } }
  const accept = useWrite(() => api.POST(`${listPath}/{reservationUUID}/accept`, { params }), {
    changes: stale,
    inline: true,
    done: `${address}/${cidr} is in your cart.`,
  })
  const decline = useWrite(() => api.POST(`${listPath}/{reservationUUID}/decline`, { params }), {
    changes: stale,
    inline: true,
    done: `${address}/${cidr} released.`,
  })
  return (
    <>
      <Confirm
        harmless
        title={`Accept ${address}/${cidr}?`}
        says={`It costs ${(counter_price ?? 0).toFixed(2)} a month (${brief(counter_ip_price ?? '0')} per address), ${contract_length === 1 ? 'with no commitment' : `for ${contract_length} months`}, and is added to your cart. Nothing is charged yet.`}
        action="Accept"
        problem={accept.problem}
        onConfirm={accept.with()}
        trigger={
          <Button small look="primary" why={mayNot ?? whyNotNow(reservationStates, status, 'accept')}>
            Accept
          </Button>
        }
      />
      <Confirm
        title={`Decline ${address}/${cidr}?`}
        says="The holder is notified and the block becomes available to others immediately."
        action="Decline"
        problem={decline.problem}
        onConfirm={decline.with()}
        trigger={
          <Button small why={mayNot ?? whyNotNow(reservationStates, status, 'decline')}>
            Decline
          </Button>
        }
      />
    </>
  )
}
