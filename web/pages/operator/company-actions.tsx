import { useState } from 'react'
import { tenantStates, type TenantTrigger, type TenantStatus } from '../../../src/identity/company/tenant.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { whyNotNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { companyPath } from './company-head.tsx'
import { ReasonDialog } from './reason.tsx'

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
    says: 'From now on it may lease blocks and offer its own.',
    harmless: true,
  },
  {
    event: 'suspend',
    action: 'Suspend',
    done: 'is suspended',
    says: 'Its people may look but change nothing, and its programs lose their access within a second. It can be restored at any time.',
  },
  {
    event: 'restore',
    action: 'Restore',
    done: 'is active again',
    says: 'It may lease and let again; its programs ask for new access.',
    harmless: true,
  },
  {
    event: 'close',
    action: 'Close',
    done: 'is closed',
    says: 'It may change nothing any more, and its programs lose their access within a second. This cannot be undone.',
  },
]

const standings: Record<TenantStatus, string> = {
  pending: 'It has signed up and waits for you: it may look around, but neither lease nor let.',
  active: 'It may lease and let.',
  suspended: 'It may look, but change nothing.',
  closed: 'It is closed for good.',
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
      changes: [companyPath, '/portal/operator/companies', '/portal/companies/{tenantUUID}/audit-log'],
      inline: true,
      done: `${title} ${done}.`,
    },
  )
  return (
    <ReasonDialog
      title={`${action} ${title}?`}
      says={says}
      action={action}
      hint="Stands in the audit log of the company."
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
      changes: ['/credits/public/{user_id}/balances', '/portal/companies/{tenantUUID}/audit-log'],
      inline: true,
      done: 'Credits are given.',
      onDone: () => setOpen(false),
    },
  )
  return (
    <Dialog
      title="Give credits"
      says="They pay for orders and renewals of this company, and cannot be taken back."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small icon="plus">
          Give
        </Button>
      }
    >
      <Form
        problem={give.problem}
        onSubmit={(typed) => give.run({ amount: typed.number('amount'), reason: typed.text('reason') })}
      >
        <Field name="amount" label="Amount">
          <Input type="number" step="0.01" min="0.01" required inputMode="decimal" autoComplete="off" />
        </Field>
        <Field name="reason" label="Reason" hint="The company reads it among its credits.">
          <Input required maxLength={255} autoComplete="off" />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={give.busy}>
            Give credits
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
