import { Body, named, Nullable, OneOf, Text, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import type { Tested } from './connector.actions.ts'
import { connectorFaults, routingConnectorStates } from './connector.states.ts'
import type { ConnectorView } from './connector.store.ts'
import { connectorKindNames } from './kind.rules.ts'

const title = Text(100, { description: 'For yourself.', examples: ['Our CA'] })
const url = Text(2_000, {
  description: 'Where the registry answers: https, and a public host. Known of those that are the same for everybody.',
  examples: ['https://krill.example.net'],
})
const account = Text(200, {
  description: 'krill: the CA. ripe_db: the ID of the API key. irrd: what the secret is, "api_key" or "password".',
  examples: ['example-ca'],
})
const maintainer = Text(80, { description: 'ripe_db, irrd: mnt-by of route objects.', examples: ['EXAMPLE-MNT'] })
const secret = Text(2_000, { description: 'Kept sealed, and never shown again.' })

export const NewConnectorBody = Body('NewRoutingConnector', {
  kind: OneOf(connectorKindNames),
  title: Type.Optional(title),
  url: Type.Optional(url),
  account: Type.Optional(account),
  maintainer: Type.Optional(maintainer),
  source: Type.Optional(Text(40, { description: 'irrd: the IRR, as in "source:".', examples: ['RADB'] })),
  secret,
})

export const ConnectorChangeBody = Body('RoutingConnectorChange', {
  title: Type.Optional(title),
  url: Type.Optional(url),
  account: Type.Optional(account),
  maintainer: Type.Optional(maintainer),
  secret: Type.Optional(secret),
  status: Type.Optional(OneOf(['on', 'paused'])),
})

export const TestBody = Body('RoutingConnectorTest', {
  switch_on: Type.Optional(Type.Boolean({ description: 'And switch it on if it passes.' })),
})

const fields = {
  uuid: Uuid,
  kind: OneOf(connectorKindNames),
  title: Type.String(),
  url: Type.String(),
  account: Nullable(Type.String()),
  maintainer: Nullable(Type.String()),
  source: { ...Nullable(Type.String()), description: 'The IRR that it writes to; null where it writes ROAs.' },
  status: OneOf(
    routingConnectorStates.states,
    'draft until a test has switched it on; refused when the registry no longer takes the key.',
  ),
  stopped: Type.Boolean({ description: 'An operator lets it do nothing.' }),
  resources: Type.Array(Type.String(), { description: 'What its certificate covers; none of an IRR.' }),
  fault: { ...Nullable(OneOf(connectorFaults)), description: 'Why the registry could not be asked last time.' },
  fault_detail: { ...Nullable(Type.String()), description: 'The same in a sentence.' },
  failures: Type.Integer({ description: 'Times in a row that it failed.' }),
  rests_until: { ...Nullable(UnixTime), description: 'It is not asked before.' },
  tested_at: Nullable(UnixTime),
  last_answered_at: { ...Nullable(UnixTime), description: 'To within a minute.' },
  made: Type.Integer({ description: 'Objects there that we have made.' }),
  refused: Type.Integer({ description: 'Objects that somebody has to look at.' }),
  created_at: UnixTime,
}

export const ConnectorAnswer = named('RoutingConnector', fields)

export const OperatorConnectorAnswer = named('OperatorRoutingConnector', { ...fields, tenant_uuid: Uuid })

export const TestAnswer = named('RoutingConnectorTested', {
  passed: Type.Boolean(),
  fault: Nullable(OneOf(connectorFaults)),
  detail: Nullable(Type.String()),
  connector: ConnectorAnswer,
})

export const connectorAnswer = (connector: ConnectorView): Static<typeof ConnectorAnswer> => ({
  uuid: connector.uuid,
  kind: connector.kind,
  title: connector.title,
  url: connector.url,
  account: connector.account,
  maintainer: connector.maintainer,
  source: connector.source,
  status: connector.status,
  stopped: connector.stopped_at !== null,
  resources: connector.resources,
  fault: connector.fault,
  fault_detail: connector.fault_detail,
  failures: connector.failures,
  rests_until: toUnix(connector.rests_until),
  tested_at: toUnix(connector.tested_at),
  last_answered_at: toUnix(connector.answered_at),
  made: connector.made,
  refused: connector.refused,
  created_at: toUnix(connector.created_at),
})

export const operatorConnectorAnswer = (connector: ConnectorView): Static<typeof OperatorConnectorAnswer> => ({
  ...connectorAnswer(connector),
  tenant_uuid: connector.tenant_uuid,
})

export const testAnswer = ({ connector, fault }: Tested): Static<typeof TestAnswer> => ({
  passed: fault === null,
  fault: fault?.code ?? null,
  detail: fault?.message ?? null,
  connector: connectorAnswer(connector),
})
