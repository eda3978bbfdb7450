import { useState } from 'react'
import { tenantStates, type TenantTrigger, type TenantStatus } from '../../../../src/identity/company/tenant.states.ts'
import { api } from '../../../api/client.ts'
import { useWrite } from '../../../api/query.ts'
import { whyNotNow } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { companyPath, companyShownPath } from './head.tsx'
import { ReasonDialog } from '../reason.tsx'

/** What operators do with one company. */

interface Company {
  readonly uuid: string
  readonly title: string
  readonly status: TenantStatus
}

interface Step {
  readonly event: TenantTrigger
  readonly action: string
  readonly done: string
  readonly says: string
  readonly harmless?: boolean
}

const steps: readonly Step[] = [
  {
    event: 'activate',
    action: 'Activate',
    done: 'is active',
    says: 'It can lease blocks and list its own.',
    harmless: true,
  },
  {
    event: 'suspend',
    action: 'Suspend',
    done: 'is suspended',
    says: 'Its people get read-only access and its API access ends within a second. It can be restored at any time.',
  },
  {
    event: 'restore',
    action: 'Restore',
    done: 'is active again',
    says: 'It can lease and list again; its programs have to request new tokens.',
    harmless: true,
  },
  {
    event: 'close',
    action: 'Close',
    done: 'is closed',
    says: 'No more changes are possible and its API access ends within a second. This cannot be undone.',
  },
]

const standings: Record<TenantStatus, string> = {
  pending: 'Signed up and awaiting approval: it can look around, but neither lease nor list.',
  active: 'It can lease and list.',
  suspended: 'Read-only access.',
  closed: 'Permanently closed.',
}

export function Standing({ company }: { readonly company: Company }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-soft">{standings[company.status]}</p>
      <div className="flex flex-wrap gap-2">
        {steps
          .filter(({ event }) => event !== 'restore' || company.status === 'suspended')
          .filter(({ event }) => event !== 'activate' || company.status === 'pending')
          .map((step) => (
            <Move key={step.event} company={company} step={step} />
          ))}
      </div>
    </div>
  )
}

function Move({ company, step }: { readonly company: Company; readonly step: Step }) {
  const { uuid: companyUUID, title, status } = company
  const { event, action, says, done, harmless } = step
  const move = useWrite(
    (reason: string) =>
      api.POST('/portal/operator/companies/{companyUUID}/status', {
        params: { path: { companyUUID } },
        body: { event, ...(reason !== '' && { reason }) },
      }),
    {
      changes: [companyPath, '/portal/operator/companies', '/portal/operator/audit-log'],
      inline: true,
      done: `${title} ${done}.`,
    },
  )
  return (
    <ReasonDialog
      title={`${action} ${title}?`}
      says={says}
      action={action}
      hint="Recorded in the company’s activity log."
      optional
      {...(harmless && { harmless })}
      problem={move.problem}
      onConfirm={move.runAsync}
      trigger={
        <Button look={harmless ? 'primary' : 'plain'} why={whyNotNow(tenantStates, status, event)}>
          {action}
        </Button>
      }
    />
  )
}

export function GiveCredits({ tenant }: { readonly tenant: string }) {
  const [open, setOpen] = useState(false)
  const give = useWrite(
    (body: { amount: number; reason: string }) =>
      api.POST('/portal/operator/companies/{companyUUID}/credits', {
        params: { path: { companyUUID: tenant } },
        body,
      }),
    {
      changes: [companyShownPath, '/credits/public/{user_id}/balances', '/portal/operator/audit-log'],
      inline: true,
      done: 'Credits added.',
      onDone: () => setOpen(false),
    },
  )
  return (
    <Dialog
      title="Add credits"
      says="Used for this company’s orders and renewals; cannot be undone."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small icon="plus">
          Add credits
        </Button>
      }
    >
      <Form
        keeps={`credits:${tenant}`}
        problem={give.problem}
        onSubmit={(typed) => give.run({ amount: typed.number('amount'), reason: typed.text('reason') })}
      >
        <Field name="amount" label="Amount">
          <Input required inputMode="decimal" autoComplete="off" />
        </Field>
        <Field name="reason" label="Reason" hint="Shown to the company with its credits.">
          <Input required maxLength={255} autoComplete="off" />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={give.busy}>
            Add credits
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
