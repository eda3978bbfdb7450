import { useState } from 'react'
import type { Lease } from '../../../client/api.gen.ts'
import { leaseStates } from '../../../src/market/lease/lease.states.ts'
import { api } from '../../api/client.ts'
import { rehearseEach } from '../../api/rehearse.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { BulkBar, counted } from '../../ui/bulk/bar.tsx'
import type { Selection } from '../../ui/bulk/selection.tsx'
import { useBulk } from '../../ui/bulk/use-bulk.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Checkbox, Field, Input } from '../../ui/field.tsx'
import { Form, type Submit, type Typed } from '../../ui/form.tsx'
import { Money, Prefix } from '../../ui/values.tsx'
import { blockOf, leasePath, listPath, subscriptionPath } from './lease-read.ts'

/** Several leases terminated at once: all with the period that is paid for, since each fee is that of its own lease. */

const nouns = ['lease', 'leases'] as const

export const mayLeave = ({ billing_service, ecommerce_subscription_uuid }: Lease): boolean =>
  leaseStates.can(billing_service.status, 'terminate') && ecommerce_subscription_uuid !== null

const bodyOf = (typed: Typed) => ({
  type: 'end_of_period' as const,
  reason: typed.text('reason'),
  details: null,
  meta: { use_again: typed.has('use_again') },
})

export function LeaveSeveral({ selection }: { readonly selection: Selection<Lease> }) {
  const { uuid: user_id } = useCompany()
  const [open, setOpen] = useState(false)
  const { chosen } = selection
  const bulk = useBulk({ selection, changes: [listPath, leasePath, subscriptionPath] })
  const work = (typed: Typed) => {
    const body = bodyOf(typed)
    return ({ ecommerce_subscription_uuid }: Lease) =>
      api.POST('/ecommerce/public/{user_id}/subscriptions/{subscription_uuid}/terminate', {
        params: { path: { user_id, subscription_uuid: ecommerce_subscription_uuid ?? '' } },
        body,
      })
  }
  const end = (typed: Typed) => {
    setOpen(false)
    bulk.run(chosen, work(typed), (count) => `${counted(count, nouns)} will not renew.`)
  }
  return (
    <BulkBar selection={selection} nouns={nouns} bulk={bulk} nameOf={blockOf}>
      <Dialog
        title={`Terminate ${counted(chosen.length, nouns)}?`}
        says="Each ends with the period that is paid for, or with its commitment; until then you can cancel the request. LOAs for these blocks end with the leases; withdraw their routes first."
        open={open}
        onOpen={setOpen}
        trigger={
          <Button small why={useWhyNot('member')}>
            Terminate
          </Button>
        }
      >
        <WhichAndWhy
          leases={chosen}
          onEnd={Object.assign(end, { request: (typed: Typed) => rehearseEach(work(typed), chosen) })}
          onKeep={() => setOpen(false)}
        />
      </Dialog>
    </BulkBar>
  )
}

interface WhichAndWhyProps {
  readonly leases: readonly Lease[]
  readonly onEnd: Submit
  readonly onKeep: () => void
}

function WhichAndWhy({ leases, onEnd, onKeep }: WhichAndWhyProps) {
  return (
    <Form problem={null} onSubmit={onEnd}>
      <ul
        aria-label="Leases to terminate"
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-2 text-sm"
      >
        {leases.map((lease) => (
          <li key={lease.billing_service.uuid} className="flex justify-between gap-4">
            <Prefix of={blockOf(lease)} />
            <span className="text-soft">
              <Money of={lease.billing_service.recurring_amount} /> a month
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft">
        To terminate immediately, which may cost a fee, open the lease: its page tells the fee.
      </p>
      <Field name="reason" label="Reason">
        <Input required maxLength={255} placeholder="We no longer need them" />
      </Field>
      <Checkbox name="use_again" defaultChecked label="We would lease again" />
      <DialogActions>
        <Button onClick={onKeep}>Keep the leases</Button>
        <Button type="submit" look="danger">
          Terminate {counted(leases.length, nouns)}
        </Button>
      </DialogActions>
    </Form>
  )
}
