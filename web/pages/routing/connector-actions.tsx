import { useState } from 'react'
import type { RoutingConnector } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ChangeKey } from './connect-form.tsx'
import { connectorPath, connectorsPath, objectsPath } from '../../ui/registry/objects.ts'

export function ConnectorActions({ connector }: { readonly connector: RoutingConnector }) {
  const whyNot = useWhyNot('member')
  const [asking, setAsking] = useState<'key' | 'remove' | null>(null)
  const asked = (what: 'key' | 'remove') => ({
    connector,
    open: asking === what,
    onOpen: (open: boolean) => setAsking(open ? what : null),
  })
  const entries = [
    { label: 'New key', icon: 'key' as const, onPick: () => setAsking('key'), why: whyNot },
    { label: 'Disconnect', icon: 'trash' as const, danger: true, onPick: () => setAsking('remove'), why: whyNot },
  ]
  return (
    <div className="flex justify-end gap-2">
      <Test connector={connector} />
      {(connector.status === 'on' || connector.status === 'paused') && <Pause connector={connector} />}
      <Menu trigger={<IconButton icon="more" label={`More for ${connector.title}`} />} entries={[entries]} />
      <ChangeKey {...asked('key')} />
      <Disconnect {...asked('remove')} />
    </div>
  )
}

interface One {
  readonly connector: RoutingConnector
}

function Test({ connector: { uuid: connectorUUID, status } }: One) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const body = { switch_on: status === 'draft' || status === 'refused' }
  const path = { tenantUUID, connectorUUID }
  const test = useWrite(() => api.POST(`${connectorPath}/test`, { params: { path }, body }), {
    changes: [connectorsPath, objectsPath],
  })
  return (
    <Button icon="bolt" busy={test.busy} why={whyNot} onClick={() => test.run()}>
      {body.switch_on ? 'Test and switch on' : 'Test'}
    </Button>
  )
}

function Pause({ connector: { uuid: connectorUUID, status } }: One) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const to = status === 'on' ? ('paused' as const) : ('on' as const)
  const path = { tenantUUID, connectorUUID }
  const move = useWrite(() => api.PATCH(connectorPath, { params: { path }, body: { status: to } }), {
    changes: [connectorsPath, objectsPath],
    done: to === 'on' ? 'Resumed.' : 'Paused.',
  })
  return (
    <Button busy={move.busy} why={whyNot} onClick={() => move.run()}>
      {to === 'on' ? 'Resume' : 'Pause'}
    </Button>
  )
}

interface AskProps extends One {
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

function Disconnect({ connector: { uuid: connectorUUID, title, made }, ...asked }: AskProps) {
  const { uuid: tenantUUID } = useCompany()
  const path = { tenantUUID, connectorUUID }
  const remove = useWrite(() => api.DELETE(connectorPath, { params: { path } }), {
    changes: [connectorsPath, objectsPath],
    done: 'Disconnected.',
    inline: true,
    onDone: () => asked.onOpen(false),
  })
  const left = made > 0 ? ` The ${made} objects that were created there stay, and are yours to look after.` : ''
  return (
    <Confirm
      {...asked}
      title={`Disconnect ${title}?`}
      says={`The key is forgotten.${left}`}
      action="Disconnect"
      onConfirm={remove.with()}
      problem={remove.problem}
    />
  )
}
