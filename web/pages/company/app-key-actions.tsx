import { useState } from 'react'
import type { AppKey } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Restrict } from './app-key-restrict.tsx'
import type { NewSecret } from './app-key-secret.tsx'

const listPath = '/portal/companies/{tenantUUID}/app-keys'
const onePath = '/portal/companies/{tenantUUID}/app-keys/{keyUUID}'

interface AppKeyActionsProps {
  readonly appKey: AppKey
  readonly onSecret: (secret: NewSecret) => void
}

/** Change over to a new secret without a pause: rotate, let programs follow, end the old one. */
export function AppKeyActions({ appKey, onSecret }: AppKeyActionsProps) {
  const { uuid: keyUUID, name, secrets } = appKey
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const [asking, setAsking] = useState<'restrict' | 'end' | 'revoke' | null>(null)
  const rotate = useWrite(() => api.POST(`${onePath}/rotate`, { params: { path: { tenantUUID, keyUUID } } }), {
    changes: [listPath],
    onDone: (answer) => answer && onSecret({ ...answer.data, name }),
  })
  const two = secrets.length > 1
  const again = {
    label: 'New secret',
    icon: 'refresh' as const,
    onPick: () => rotate.run(),
    why: whyNot ?? (two ? 'Two secrets are active already; revoke the old one first.' : undefined),
  }
  const endOld = {
    label: 'Revoke old secret',
    icon: 'clock' as const,
    onPick: () => setAsking('end'),
    why: whyNot ?? (two ? undefined : 'There is only one secret.'),
  }
  const restrict = {
    label: 'Allowed addresses',
    icon: 'shield' as const,
    onPick: () => setAsking('restrict'),
    why: whyNot,
  }
  const revoke = {
    label: 'Revoke',
    icon: 'trash' as const,
    danger: true,
    onPick: () => setAsking('revoke'),
    why: whyNot,
  }
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" label={`Actions for ${name}`} small />}
        entries={[[again, endOld, restrict], [revoke]]}
      />
      {asking === 'restrict' && (
        <Restrict appKey={appKey} open onOpen={(open) => setAsking(open ? 'restrict' : null)} />
      )}
      <EndOld appKey={appKey} open={asking === 'end'} onOpen={(open) => setAsking(open ? 'end' : null)} />
      <Revoke appKey={appKey} open={asking === 'revoke'} onOpen={(open) => setAsking(open ? 'revoke' : null)} />
    </>
  )
}

interface AskProps {
  readonly appKey: AppKey
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

function EndOld({ appKey: { uuid: keyUUID, name, secrets }, ...asked }: AskProps) {
  const { uuid: tenantUUID } = useCompany()
  const path = { tenantUUID, keyUUID, secretUUID: secrets[0]?.uuid ?? '' }
  const end = useWrite(() => api.DELETE(`${onePath}/secrets/{secretUUID}`, { params: { path } }), {
    changes: [listPath],
    done: `Old secret of ${name} revoked.`,
    inline: true,
  })
  return (
    <Confirm
      {...asked}
      title={`Revoke old secret of ${name}?`}
      says="Programs still using it can no longer get tokens. This cannot be undone."
      action="Revoke"
      problem={end.problem}
      onConfirm={() => end.runAsync()}
    />
  )
}

function Revoke({ appKey: { uuid: keyUUID, name }, ...asked }: AskProps) {
  const { uuid: tenantUUID } = useCompany()
  const revoke = useWrite(() => api.DELETE(onePath, { params: { path: { tenantUUID, keyUUID } } }), {
    changes: [listPath],
    done: `${name} revoked.`,
    inline: true,
  })
  return (
    <Confirm
      {...asked}
      title={`Revoke ${name}?`}
      says="Its access tokens stop working within a second and no new ones are issued. This cannot be undone."
      action="Revoke"
      problem={revoke.problem}
      onConfirm={() => revoke.runAsync()}
    />
  )
}
