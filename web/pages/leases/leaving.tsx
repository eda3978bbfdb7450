import { useState } from 'react'
import type { LeaseInFull as LeaseView } from '../../../client/api.gen.ts'
import { leaseStates } from '../../../src/market/lease/lease.states.ts'
import { terminationStates } from '../../../src/commerce/termination/termination.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Checkbox, Field, Input, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { RadioCard } from '../../ui/radio.tsx'
import { Note } from '../../ui/states.tsx'
import { Money, Time } from '../../ui/values.tsx'
import { blockOf, leasePath, listPath, subscriptionPath } from './lease-read.ts'

/** Ending a lease: with the period that is paid for, or at once; and taking that back. */

type Kind = 'end_of_period' | 'immediate'

const changes = [leasePath, listPath, subscriptionPath] as const

export function Leaving({ lease }: { readonly lease: LeaseView }) {
  const [open, setOpen] = useState(false)
  const { status } = lease.billing_service
  const whyNot =
    useWhyNot('member') ??
    (lease.termination ? 'Its end has been asked for already.' : undefined) ??
    whyNotNow(leaseStates, status, 'terminate') ??
    (lease.ecommerce_subscription_uuid === null ? 'It is not billed yet.' : undefined)
  return (
    <Dialog
      title={`End the lease of ${blockOf(lease)}?`}
      says="Choose when. Letters for this block end with the lease; withdraw its routes before."
      open={open}
      onOpen={setOpen}
      trigger={<Button why={whyNot}>End lease</Button>}
    >
      <LeavingForm lease={lease} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function LeavingForm({ lease, onDone }: { readonly lease: LeaseView; readonly onDone: () => void }) {
  const { uuid: user_id } = useCompany()
  const [kind, setKind] = useState<Kind>('end_of_period')
  const end = useWrite(
    (body: { type: Kind; reason: string; details: string | null; meta: { use_again: boolean } }) =>
      api.POST('/ecommerce/public/{user_id}/subscriptions/{subscription_uuid}/terminate', {
        params: { path: { user_id, subscription_uuid: lease.ecommerce_subscription_uuid ?? '' } },
        body,
      }),
    {
      changes: [...changes],
      inline: true,
      done: kind === 'immediate' ? 'Asked for. You are told when it is decided.' : 'The lease will not renew.',
      onDone,
    },
  )
  return (
    <Form
      problem={end.problem}
      onSubmit={(typed) =>
        end.run({
          type: kind,
          reason: typed.text('reason'),
          details: typed.textOrNull('details'),
          meta: { use_again: typed.has('use_again') },
        })
      }
    >
      <Choices lease={lease} kind={kind} onChoose={setKind} />
      <Field name="reason" label="Reason">
        <Input required maxLength={255} placeholder="We no longer need it" />
      </Field>
      <Field name="details" label="Details" optional>
        <TextArea rows={2} maxLength={600} />
      </Field>
      <Checkbox name="use_again" defaultChecked label="We would lease here again" />
      <DialogActions>
        <Button onClick={onDone}>Keep the lease</Button>
        <Button type="submit" look="danger" busy={end.busy}>
          {kind === 'immediate' ? 'End at once' : 'End with the period'}
        </Button>
      </DialogActions>
    </Form>
  )
}

interface ChoicesProps {
  readonly lease: LeaseView
  readonly kind: Kind
  readonly onChoose: (kind: Kind) => void
}

/** What each costs and when it takes effect, before anything is confirmed. */
function Choices({ lease, kind, onChoose }: ChoicesProps) {
  const { earliest_termination_at: at, commitment_end, early_exit_amount: cost } = lease
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">When</legend>
      <RadioCard
        name="when"
        value="end_of_period"
        checked={kind === 'end_of_period'}
        onChoose={() => onChoose('end_of_period')}
        title={
          <>
            {commitment_end === null ? 'At the end of the period' : 'At the end of the commitment'}:{' '}
            <Time of={at} as="date" />
          </>
        }
      >
        {commitment_end === null
          ? 'Costs nothing more: what is paid for is used, and nothing renews.'
          : 'It renews until then at the agreed price; leaving then costs nothing.'}{' '}
        You can take this back until then.
      </RadioCard>
      <RadioCard
        name="when"
        value="immediate"
        checked={kind === 'immediate'}
        onChoose={() => onChoose('immediate')}
        title="At once"
      >
        The period that runs is not refunded.{' '}
        {cost > 0 ? (
          <>
            Leaving the commitment early costs{' '}
            <strong className="font-medium text-ink">
              <Money of={cost} />
            </strong>{' '}
            before taxes, charged when it ends.
          </>
        ) : (
          'There is nothing more to pay.'
        )}{' '}
        An operator may have to agree first.
      </RadioCard>
    </fieldset>
  )
}

/** The open request, and how to take it back. */
export function LeavingNote({ lease }: { readonly lease: LeaseView }) {
  const { uuid: user_id } = useCompany()
  const member = useWhyNot('member')
  const { termination } = lease
  const cancel = useWrite(
    (request_uuid: string) =>
      api.POST('/ecommerce/public/{user_id}/subscriptions/termination-requests/{request_uuid}/cancel', {
        params: { path: { user_id, request_uuid } },
      }),
    { changes: [...changes], done: 'Taken back: the lease goes on as before.' },
  )
  if (!termination) return null
  const whyNot = member ?? whyNotNow(terminationStates, termination.status, 'cancel')
  return (
    <div className="mb-4">
      <Note
        tone="warn"
        action={
          <Button small icon="undo" why={whyNot} busy={cancel.busy} onClick={() => cancel.run(termination.uuid)}>
            Keep the lease
          </Button>
        }
      >
        {termination.effective_at === null ? (
          <>
            You asked <Time of={termination.requested_at} /> to end this lease at once; an operator has to agree.
          </>
        ) : (
          <>
            This lease ends <Time of={termination.effective_at} as="date" />. You asked for it{' '}
            <Time of={termination.requested_at} />: {termination.reason}
          </>
        )}
      </Note>
    </div>
  )
}
