import { useQuery } from '@tanstack/react-query'
import type { HolderLetterWork as HolderLetter, RoutingConnector, RoutingObject } from '../../../client/api.gen.ts'
import { reasonWords } from '../../../src/routing/object/words.rules.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/link.tsx'
import { connectorsPath, objectsPath, objectStates } from '../../ui/registry/objects.ts'
import type { Task } from './letter-read.ts'

/** What a connected registry does of a letter's work, so that nobody has to paste it. */

export interface ConnectedWork {
  readonly object: RoutingObject
  readonly connector: RoutingConnector
  /** It is done without anybody's hands; otherwise somebody has to look, and the text to paste stays. */
  readonly isCarried: boolean
}

const kinds: Partial<Record<Task['action'], RoutingObject['kind']>> = {
  create_roa: 'roa',
  delete_roa: 'roa',
  create_route: 'route',
}

/** By task; null where nothing connected does it. */
export function useConnectedWork({ subnet, asn }: Pick<HolderLetter, 'subnet' | 'asn'>) {
  const { uuid: tenantUUID } = useCompany()
  const path = { tenantUUID }
  const { data: connected } = useQuery(read(connectorsPath, { params: { path, query: {} } }))
  const isConnected = connected !== undefined && connected.data.length > 0
  const { data: objects } = useQuery({
    ...read(objectsPath, { params: { path, query: { within: subnet, per_page: 1_000 } } }),
    enabled: isConnected,
  })
  return (task: Task): ConnectedWork | null => {
    const prefix = task.roa?.prefix ?? subnet
    const object = objects?.data.find(
      (one) =>
        one.kind === kinds[task.action] && one.asn === asn && one.prefix === prefix && one.source === task.source,
    )
    const connector = object && connected?.data.find(({ uuid }) => uuid === object.connector_uuid)
    if (!connector) return null
    const isAtWork = connector.status === 'on' && !connector.stopped
    return { object, connector, isCarried: isAtWork && object.status !== 'refused' }
  }
}

export function WorkState({ of: { object, connector, isCarried } }: { readonly of: ConnectedWork }) {
  const { param: company } = useCompany()
  const { status, reason, detail, prefix } = object
  const [label, tone] = objectStates[status]
  const why = isCarried || status === 'refused' ? '' : ' is not at work; until it is, do this by hand'
  return (
    <div className="text-soft">
      <p className="flex flex-wrap items-center gap-x-2">
        <Status of={status} label={label} tone={tone} />
        <span>
          <TextLink to="/c/$company/offers/routing" params={{ company }} search={{ within: prefix }}>
            {connector.title}
          </TextLink>
          {isCarried ? ' does this for you' : why}
        </span>
      </p>
      {reason !== null && (
        <p className="text-xs wrap-anywhere">
          {reasonWords[reason]} {detail}
        </p>
      )}
    </div>
  )
}
