import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { WebhookDeliveryDetail } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { DescriptionList } from '../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { None, Time } from '../../ui/values.tsx'
import { DeliveryStatus } from './deliveries.tsx'
import { deliveryPath, logPath } from './endpoint-read.ts'
import { checkCommand, sendCommand } from './commands.ts'

const page = getRouteApi('/signed-in/c/$company/webhooks/$endpoint')

/** The one that the address names: what was sent, what was answered, and how to look for oneself. */
export function DeliveryDialog() {
  const { delivery } = page.useSearch()
  const { page: number } = page.useSearch()
  const patch = usePatchSearch<{ delivery: string; page: number }>()
  return (
    <Dialog
      wide
      title="Delivery"
      open={delivery !== undefined}
      onOpen={(open) => !open && patch({ delivery: undefined, page: number })}
    >
      {delivery !== undefined && <Delivery uuid={delivery} />}
    </Dialog>
  )
}

function Delivery({ uuid: deliveryUUID }: { readonly uuid: string }) {
  const { uuid: tenantUUID } = useCompany()
  const { data, error, refetch } = useQuery({
    ...read(deliveryPath, { params: { path: { tenantUUID, deliveryUUID } } }),
    refetchInterval: ({ state }) => (state.data?.data.status === 'waiting' ? 2_000 : false),
  })
  if (error && !data) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  const delivery = data?.data
  if (delivery?.uuid !== deliveryUUID) return <Skeleton className="h-72 w-full" />
  return (
    <div className="flex flex-col gap-4">
      {delivery.fault !== null && <Note tone="warn">The receiver {delivery.fault}.</Note>}
      <Facts of={delivery} />
      <Part title="Request">
        {delivery.request.headers !== null && (
          <Code label="Request headers" wrap>
            {headerLines(delivery.request.headers)}
          </Code>
        )}
        <Code label="Request body" wrap>
          {delivery.request.body}
        </Code>
      </Part>
      {delivery.answer && (
        <Part title={`Response ${delivery.answer.status}`}>
          <Code label="Response headers" wrap>
            {headerLines(delivery.answer.headers)}
          </Code>
          {delivery.answer.body !== '' && (
            <Code label="Response body" wrap>
              {delivery.answer.body}
            </Code>
          )}
        </Part>
      )}
      <Commands of={delivery} />
      <DialogActions>
        <Replay of={delivery} />
      </DialogActions>
    </div>
  )
}

function Facts({ of: delivery }: { readonly of: WebhookDeliveryDetail }) {
  const { type, message_id, tries, last_tried_at, next_try_at, took_ms } = delivery
  return (
    <DescriptionList
      facts={[
        [
          'Event',
          <code key="e" className="font-mono text-xs">
            {type}
          </code>,
        ],
        ['Status', <DeliveryStatus key="s" of={delivery} />],
        ['Attempts', tries],
        ['Last attempt', last_tried_at === null ? <None key="l" /> : <Time key="l" of={last_tried_at} real />],
        ['Duration', took_ms === null ? <None key="t" /> : `${took_ms.toLocaleString('en')} ms`],
        ['Next attempt', next_try_at === null ? <None key="n" /> : <Time key="n" of={next_try_at} real />],
        [
          'webhook-id',
          <code key="i" className="font-mono text-xs break-all">
            {message_id}
          </code>,
          'long',
        ],
      ]}
    />
  )
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      {children}
    </section>
  )
}

const headerLines = (headers: Readonly<Record<string, unknown>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
    .join('\n')

/** Only what was sent has headers. */
function Commands({ of: { request } }: { readonly of: WebhookDeliveryDetail }) {
  if (request.headers === null) return null
  const sent = { headers: request.headers as Readonly<Record<string, string>>, body: request.body }
  return (
    <>
      <Part title="Check the signature">
        <p className="text-sm text-soft">
          Prints the signature; compare it with the header <code className="font-mono text-xs">webhook-signature</code>,
          after <code className="font-mono text-xs">v1,</code>.
        </p>
        <Code label="Signing command">{checkCommand(sent)}</Code>
      </Part>
      <Part title="Send it to a program on your machine">
        <Code label="Command to send">{sendCommand(sent)}</Code>
      </Part>
    </>
  )
}

function Replay({ of: { uuid: deliveryUUID, status } }: { readonly of: WebhookDeliveryDetail }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const replay = useWrite(
    () => api.POST(`${deliveryPath}/replay`, { params: { path: { tenantUUID, deliveryUUID } } }),
    {
      changes: [deliveryPath, logPath],
      done: 'Redelivery queued.',
    },
  )
  return (
    <Button
      icon="undo"
      busy={replay.busy}
      why={whyNot ?? (status === 'waiting' ? 'Already queued.' : undefined)}
      onClick={() => replay.run()}
    >
      Replay
    </Button>
  )
}
