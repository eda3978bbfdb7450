import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookEndpoint } from '../../../client/api.gen.ts'
import { webhookEndpointStates } from '../../../src/webhooks/endpoint/endpoint.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { EditEndpoint } from './endpoint-form.tsx'
import { hostIn, listPath, logPath, onePath } from './endpoint-read.ts'
import { ReplaySpan } from './replay-span.tsx'
import type { NewSecret } from './secret-once.tsx'

interface EndpointActionsProps {
  readonly endpoint: WebhookEndpoint
  readonly onSecret: (secret: NewSecret) => void
}

type Asking = 'edit' | 'replay' | 'end' | 'remove' | null

export function EndpointActions({ endpoint, onSecret }: EndpointActionsProps) {
  const [asking, setAsking] = useState<Asking>(null)
  const asked = (what: Asking) => ({
    endpoint,
    open: asking === what,
    onOpen: (open: boolean) => setAsking(open ? what : null),
  })
  return (
    <>
      <Test endpoint={endpoint} />
      <OnOff endpoint={endpoint} />
      <More endpoint={endpoint} onSecret={onSecret} onAsk={setAsking} />
      <EditEndpoint key={endpoint.events.join()} {...asked('edit')} />
      <ReplaySpan {...asked('replay')} />
      <EndOld {...asked('end')} />
      <Remove {...asked('remove')} />
    </>
  )
}

const inactive = ({ status }: WebhookEndpoint): string | undefined =>
  status === 'active' ? undefined : 'Activate it first.'

function Test({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const path = { tenantUUID, endpointUUID: endpoint.uuid }
  const test = useWrite(() => api.POST(`${onePath}/test`, { params: { path } }), {
    changes: [logPath],
    done: 'Test event sent.',
  })
  return (
    <Button icon="bolt" busy={test.busy} why={whyNot ?? inactive(endpoint)} onClick={() => test.run()}>
      Send test event
    </Button>
  )
}

function OnOff({ endpoint: { uuid: endpointUUID, status } }: { readonly endpoint: WebhookEndpoint }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const to = status === 'active' ? ('paused' as const) : ('active' as const)
  const move = useWrite(
    () => api.PATCH(onePath, { params: { path: { tenantUUID, endpointUUID } }, body: { status: to } }),
    { changes: [listPath, onePath, logPath], done: to === 'active' ? 'Endpoint activated.' : 'Endpoint paused.' },
  )
  const trigger = to === 'active' ? 'activate' : 'pause'
  return (
    <Button
      {...(to === 'active' && { look: 'primary' as const })}
      busy={move.busy}
      why={whyNot ?? whyNotNow(webhookEndpointStates, status, trigger)}
      onClick={() => move.run()}
    >
      {to === 'active' ? 'Activate' : 'Pause'}
    </Button>
  )
}

interface MoreProps extends EndpointActionsProps {
  readonly onAsk: (what: Asking) => void
}

/** Change over to a new secret without a pause: a second one, let the program follow, end the old one. */
function More({ endpoint, onSecret, onAsk }: MoreProps) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const path = { tenantUUID, endpointUUID: endpoint.uuid }
  const rotate = useWrite(() => api.POST(`${onePath}/secrets`, { params: { path } }), {
    changes: [listPath, onePath],
    onDone: (answer) => answer && onSecret(answer.data),
  })
  const two = endpoint.secrets.length > 1
  const entries = [
    { label: 'Change', icon: 'edit' as const, onPick: () => onAsk('edit'), why: whyNot },
    { label: 'Replay events', icon: 'undo' as const, onPick: () => onAsk('replay'), why: whyNot ?? inactive(endpoint) },
  ]
  const ofSecrets = [
    {
      label: 'New secret',
      icon: 'refresh' as const,
      onPick: () => rotate.run(),
      why: whyNot ?? (two ? 'Two secrets are active already; revoke the old one first.' : undefined),
    },
    {
      label: 'Revoke old secret',
      icon: 'clock' as const,
      onPick: () => onAsk('end'),
      why: whyNot ?? (two ? undefined : 'There is only one secret.'),
    },
  ]
  const remove = { label: 'Remove', icon: 'trash' as const, danger: true, onPick: () => onAsk('remove'), why: whyNot }
  return <Menu trigger={<IconButton icon="more" label="More" />} entries={[entries, ofSecrets, [remove]]} />
}

interface AskProps {
  readonly endpoint: WebhookEndpoint
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

function EndOld({ endpoint: { uuid: endpointUUID, secrets }, ...asked }: AskProps) {
  const { uuid: tenantUUID } = useCompany()
  const path = { tenantUUID, endpointUUID, secretUUID: secrets[0]?.uuid ?? '' }
  const end = useWrite(() => api.DELETE(`${onePath}/secrets/{secretUUID}`, { params: { path } }), {
    changes: [listPath, onePath],
    done: 'Old secret revoked.',
    inline: true,
  })
  return (
    <Confirm
      {...asked}
      title="Revoke old secret?"
      says="Requests are no longer signed with it; programs that only know the old secret will reject them. This cannot be undone."
      action="Revoke"
      problem={end.problem}
      onConfirm={end.with()}
    />
  )
}

function Remove({ endpoint: { uuid: endpointUUID, url }, ...asked }: AskProps) {
  const { uuid: tenantUUID, param: company } = useCompany()
  const navigate = useNavigate()
  const remove = useWrite(() => api.DELETE(onePath, { params: { path: { tenantUUID, endpointUUID } } }), {
    changes: [listPath],
    done: 'Endpoint removed.',
    inline: true,
    onDone: () => void navigate({ to: '/c/$company/webhooks', params: { company } }),
  })
  return (
    <Confirm
      {...asked}
      title={`Remove ${hostIn(url)}?`}
      says="Nothing more is sent there, including queued events. This cannot be undone."
      action="Remove"
      problem={remove.problem}
      onConfirm={remove.with()}
    />
  )
}
