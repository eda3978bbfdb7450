import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Order } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { mayPass } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { orderStates } from '../../../src/commerce/order/order.states.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { CopyCurl } from '../../ui/curl/copy-curl.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { Money, Time } from '../../ui/values.tsx'
import { cartPath, orderPath, ordersPath } from './cart-read.ts'

const words = {
  order: { title: 'Payment required', says: 'This order’s', again: 'Pay now' },
  step: {
    title: 'Your bank requires confirmation',
    says: 'Your card’s bank needs to confirm that it is you. This order’s',
    again: 'I have confirmed',
  },
  page: {
    title: 'Continue on Stripe',
    says: 'Stripe’s payment page is open and takes any card. This order’s',
    again: 'I have paid',
  },
} as const

interface PayOrderProps {
  readonly order: Order
  /** Whoever comes from the provider's page: it is asked at once how the payment stands. */
  readonly back: boolean
}

/** An order that waits: for a second step at the bank, for what is paid on the provider's page, or for its money. */
export function PayOrder({ order, back }: PayOrderProps) {
  const step = order.payment?.action_url ?? null
  const awaited = step === null ? 'order' : order.payment?.hosted_page ? 'page' : 'step'
  const { title, says, again } = words[awaited]
  const cards = useCards()
  const pay = usePay(order)
  const why = useWhyNot('member')
  const comesBack = back && awaited === 'page'
  useEffect(() => {
    if (comesBack) pay.run()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for who comes back
  }, [comesBack])
  return (
    <Card title={title}>
      <p className="max-w-2xl text-sm text-soft">
        {says} blocks are held for you
        {order.expires_at === null ? (
          '.'
        ) : (
          <>
            {' '}
            until <Time of={order.expires_at} as="date" />.
          </>
        )}{' '}
        Amount due: <Money of={order.remaining_total} className="font-medium text-ink" />
      </p>
      {pay.problem && (
        <ErrorNote problem={pay.problem} className="mt-3" {...(mayPass(pay.problem) && { onRetry: () => pay.run() })} />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {step !== null && <SecondStep url={step} at={awaited} onTaken={() => pay.run()} />}
        {(step !== null || cards !== 'none') && (
          <Button look={step === null ? 'primary' : 'plain'} why={why} busy={pay.busy} onClick={() => pay.run()}>
            {again}
          </Button>
        )}
        {step === null && cards === 'hosted_page' && <PaymentPage order={order} />}
        <Cancel order={order} />
        <CopyCurl of={pay.with().request} />
      </div>
      {step !== null && (
        <p aria-live="polite" className="mt-3 flex items-center gap-2 text-xs text-faint">
          <Spinner /> Waiting for {awaited === 'page' ? 'Stripe' : 'the bank'}; this page updates automatically.
        </p>
      )}
    </Card>
  )
}

const stale = [orderPath, ordersPath, cartPath] as const

/** Charges the method of the order; after a second step, asks how it went. */
function usePay(order: Order) {
  const { uuid: user_id } = useCompany()
  return useWrite(
    () =>
      api.POST('/ecommerce/public/{user_id}/orders/{order_uuid}/checkout', {
        params: { path: { user_id, order_uuid: order.uuid } },
      }),
    { changes: stale, inline: true },
  )
}

/** How this installation takes cards; not known at first. */
function useCards() {
  const { uuid: user_id } = useCompany()
  const { data } = useQuery(read('/ecommerce/public/{user_id}/payment-options', { params: { path: { user_id } } }))
  return data?.data.cards
}

/** Any card can pay on the provider's page. */
function PaymentPage({ order }: { readonly order: Order }) {
  const { uuid: user_id } = useCompany()
  const why = useWhyNot('member')
  const open = useWrite(
    () =>
      api.POST('/ecommerce/public/{user_id}/orders/{order_uuid}/payment-page', {
        params: { path: { user_id, order_uuid: order.uuid } },
      }),
    {
      changes: stale,
      onDone: ({ data }) => {
        if (data.order.payment?.action_url) window.location.assign(data.order.payment.action_url)
      },
    },
  )
  return (
    <Button why={why} busy={open.busy} onClick={() => open.run()}>
      Pay with Stripe
    </Button>
  )
}

const sandboxPayment = /\/sandbox\/payments\/([\w-]+)$/

interface SecondStepProps {
  readonly url: string
  readonly at: keyof typeof words
  readonly onTaken: () => void
}

/** The bank's or the provider's own page; in a sandbox, which has no bank, its two answers. */
function SecondStep({ url, at, onTaken }: SecondStepProps) {
  const why = useWhyNot('member')
  const payment = sandboxPayment.exec(url)?.[1]
  const answer = useWrite(
    (outcome: 'succeed' | 'fail') =>
      api.POST('/sandbox/payments/{payment}', { params: { path: { payment: payment ?? '' } }, body: { outcome } }),
    { onDone: onTaken },
  )
  if (payment === undefined)
    return (
      <a
        href={url}
        {...(at === 'step' && { target: '_blank' })}
        rel="noreferrer"
        className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent px-3 text-sm font-medium text-on-accent hover:bg-accent-strong"
      >
        {at === 'page' ? 'Continue on Stripe' : 'Go to your bank'} <Icon name="external" />
      </a>
    )
  return (
    <>
      <Button look="primary" why={why} busy={answer.busy} onClick={() => answer.run('succeed')}>
        Confirm (sandbox)
      </Button>
      <Button why={why} busy={answer.busy} onClick={() => answer.run('fail')}>
        Refuse (sandbox)
      </Button>
    </>
  )
}

function Cancel({ order }: { readonly order: Order }) {
  const { uuid: user_id } = useCompany()
  const why = useWhyNot('member') ?? whyNotNow(orderStates, order.status, 'cancel')
  const cancel = useWrite(
    () =>
      api.POST('/ecommerce/public/{user_id}/orders/{order_uuid}/cancel', {
        params: { path: { user_id, order_uuid: order.uuid } },
      }),
    { changes: stale, inline: true, done: 'Order cancelled.' },
  )
  return (
    <Confirm
      title="Cancel this order?"
      says="Its blocks become available to others immediately. This cannot be undone."
      action="Cancel order"
      problem={cancel.problem}
      onConfirm={cancel.with()}
      trigger={
        <Button look="quiet" why={why}>
          Cancel order
        </Button>
      }
    />
  )
}
