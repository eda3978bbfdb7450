import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invoice } from '../../../../client/api.gen.ts'
import { api } from '../../../api/client.ts'
import { read, useWrite } from '../../../api/query.ts'
import { numberIn } from '../../../numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { companyShownPath } from './head.tsx'
import { ReasonDialog } from '../reason.tsx'
import { Consequences } from './refund-consequences.tsx'

/** Giving back what an invoice was paid with, or a part of it; what else that ends is said before it is done. */

export const invoicesPath = '/billing/v1/{tenantUUID}/invoices'
const refundPath = '/portal/operator/invoices/{invoiceUUID}/refund'

type To = 'method' | 'credits'

const ways = [
  { value: 'method', label: 'To the payment method', hint: 'Anything paid with credits is returned as credits' },
  { value: 'credits', label: 'To credits' },
] as const

function whyNoRefund({ status, corrects_invoice_uuid: corrects }: Invoice): string | undefined {
  if (corrects !== null) return 'This is already a credit note.'
  return status === 'paid' ? undefined : `Only paid invoices can be refunded; this one is ${status}.`
}

/** As it is typed; nothing is all that is left. What is no number is left to the API to refuse. */
const amountIn = (typed: string): { amount?: number } => (typed.trim() === '' ? {} : { amount: numberIn(typed) })

export function Refund({ invoice }: { readonly invoice: Invoice }) {
  const { uuid: invoiceUUID, invoice_number: number } = invoice
  const [typed, setTyped] = useState('')
  const refund = useWrite(
    (body: { to: To; reason: string; amount?: number }) =>
      api.POST(refundPath, { params: { path: { invoiceUUID } }, body }),
    {
      changes: [invoicesPath, companyShownPath, '/credits/public/{user_id}/balances'],
      inline: true,
      done: ({ data }) => [data.invoice.status === 'refunded' ? `${number} refunded.` : `Part of ${number} refunded.`],
    },
  )
  return (
    <ReasonDialog
      title={`Refund ${number}?`}
      says="A credit note is issued. This cannot be undone."
      action="Refund"
      hint="Recorded in the activity log."
      problem={refund.problem}
      onConfirm={(reason, form) => refund.runAsync({ to: form.text('to') as To, reason, ...amountIn(typed) })}
      trigger={
        <Button small aria-label={`Refund ${number}`} why={whyNoRefund(invoice)}>
          Refund
        </Button>
      }
    >
      <Field name="amount" label="Amount" hint="With tax. Leave empty to refund all that is left." optional>
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <Where invoiceUUID={invoiceUUID} typed={typed} />
    </ReasonDialog>
  )
}

/** Where it goes, as far as there is a choice, and what follows from it. */
function Where({ invoiceUUID, typed }: { readonly invoiceUUID: string; readonly typed: string }) {
  const { amount } = amountIn(typed)
  const query = amount === undefined || Number.isNaN(amount) ? {} : { amount }
  // Of an invoice that was refunded meanwhile nothing is kept: whoever opens this again asks anew.
  const asked = useQuery({
    ...read(refundPath, { params: { path: { invoiceUUID }, query } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const preview = asked.data?.data
  const partly = preview !== undefined && preview.to_method === null
  return (
    <>
      <Field
        name="to"
        label="Refund to"
        {...(partly && { hint: 'A part of an invoice, and what a part has left, can only be refunded to credits.' })}
      >
        <Select
          key={String(partly)}
          name="to"
          options={partly ? ways.slice(1) : ways}
          defaultValue={partly ? 'credits' : 'method'}
        />
      </Field>
      <Consequences preview={preview} error={asked.error} stale={asked.isFetching} />
    </>
  )
}
