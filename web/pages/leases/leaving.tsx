import { useState } from 'react'
import type { LeaseInFull as LeaseView } from '../../../client/api.gen.ts'
import { leaseStates } from '../../../src/market/lease/lease.states.ts'
import { terminationStates } from '../../../src/commerce/termination/termination.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useDraft } from '../../ui/draft/draft.ts'
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
    (lease.termination ? 'Termination has already been requested.' : undefined) ??
    whyNotNow(leaseStates, status, 'terminate') ??
    (lease.ecommerce_subscription_uuid === null ? 'Not billed yet.' : undefined)
  return (
    <Dialog
      title={`Terminate the lease of ${blockOf(lease)}?`}
      says="Choose when. LOAs for this block end with the lease; withdraw its routes first."
      open={open}
      onOpen={setOpen}
      trigger={<Button why={whyNot}>Terminate lease</Button>}
    >
      <LeavingForm lease={lease} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function LeavingForm({ lease, onDone }: { readonly lease: LeaseView; readonly onDone: () => void }) {
  const { uuid: user_id } = useCompany()
  const name = `leaving:${lease.billing_service.uuid}`
  const [kind, setKind, kept] = useDraft<Kind>(`${name}:when`, 'end_of_period')
  const end = useWrite(
    (body: { type: Kind; reason: string; details: string | null; meta: { use_again: boolean } }) =>
      api.POST('/ecommerce/public/{user_id}/subscriptions/{subscription_uuid}/terminate', {
        params: { path: { user_id, subscription_uuid: lease.ecommerce_subscription_uuid ?? '' } },
        body,
      }),
    {
      changes: [...changes],
      inline: true,
      done:
        kind === 'immediate'
          ? 'Termination requested. We will notify you of the decision.'
          : 'The lease will not renew.',
      onDone,
    },
  )
  return (
    <Form
      keeps={name}
      draft={kept}
      problem={end.problem}
      onSubmit={end.from((typed) => ({
        type: kind,
        reason: typed.text('reason'),
        details: typed.textOrNull('details'),
        meta: { use_again: typed.has('use_again') },
      }))}
    >
      <Choices lease={lease} kind={kind} onChoose={setKind} />
      <Field name="reason" label="Reason">
        <Input required maxLength={255} placeholder="We no longer need it" />
      </Field>
      <Field name="details" label="Details" optional>
        <TextArea rows={2} maxLength={600} />
      </Field>
      <Checkbox name="use_again" defaultChecked label="We would lease again" />
      <DialogActions>
        <Button onClick={onDone}>Keep the lease</Button>
        <Button type="submit" look="danger" busy={end.busy}>
          {kind === 'immediate' ? 'Terminate immediately' : 'Terminate at end of period'}
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
          ? 'No further charges: the lease runs to the end of the paid period and does not renew.'
          : 'The lease renews until then at the agreed price; there is no fee.'}{' '}
        You can cancel the request until then.
      </RadioCard>
      <RadioCard
        name="when"
        value="immediate"
        checked={kind === 'immediate'}
        onChoose={() => onChoose('immediate')}
        title="Immediately"
      >
        The current period is not refunded.{' '}
        {cost > 0 ? (
          <>
            The early-termination fee is{' '}
            <strong className="font-medium text-ink">
              <Money of={cost} />
            </strong>{' '}
            before tax, charged when the lease ends.
          </>
        ) : (
          'There is nothing further to pay.'
        )}{' '}
        An operator may have to approve it first.
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
    { changes: [...changes], done: 'Request cancelled: the lease continues.' },
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
            You asked <Time of={termination.requested_at} /> to terminate this lease immediately; an operator has to
            approve it.
          </>
        ) : (
          <>
            This lease ends <Time of={termination.effective_at} as="date" />. You requested it{' '}
            <Time of={termination.requested_at} />: {termination.reason}
          </>
        )}
      </Note>
    </div>
  )
}
