import { tenantOf } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { routingProblem } from '../routing.problems.ts'
import {
  changeConnector,
  createConnector,
  removeConnector,
  showConnector,
  showConnectors,
  stopConnector,
  testConnector,
} from './connector.actions.ts'
import {
  ConnectorAnswer,
  connectorAnswer,
  ConnectorChangeBody,
  NewConnectorBody,
  OperatorConnectorAnswer,
  operatorConnectorAnswer,
  TestAnswer,
  testAnswer,
  TestBody,
} from './connector.wire.ts'

const path = '/routing/:tenantUUID/connectors'
const operatorPath = '/portal/operator/routing-connectors'
const ConnectorPath = Type.Object({ connectorUUID: Uuid })
const common = { tag: 'Routing', access: { by: 'token', scope: 'billing' } } as const
const perPage = 25

export const connectorRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'createRoutingConnector',
    route: `POST ${path}`,
    summary: 'Connect a registry',
    description:
      'Where ROAs or route objects that your lessees’ letters need are made and removed for you. Nothing is done there before it was tested and switched on.',
    status: 201,
    body: NewConnectorBody,
    answer: DataOf(ConnectorAnswer),
    refuses: routingProblem.rows('routing_address_refused', 'too_many_routing_connectors'),
    examples: {
      body: { kind: 'krill', url: 'https://krill.example.net', account: 'example-ca', secret: 'the API token' },
    },
    handle: async (ctx, { body }) => ({ data: connectorAnswer(await createConnector(ctx, tenantOf(ctx), body)) }),
  }),
  endpoint({
    ...common,
    id: 'listRoutingConnectors',
    route: `GET ${path}`,
    summary: 'List connected registries',
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(ConnectorAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await showConnectors(ctx, { ...page, tenant: tenantOf(ctx) })
      return { data: rows.map(connectorAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    ...common,
    id: 'getRoutingConnector',
    route: `GET ${path}/:connectorUUID`,
    summary: 'Read a connected registry',
    params: ConnectorPath,
    answer: DataOf(ConnectorAnswer),
    handle: async (ctx, { params }) => ({
      data: connectorAnswer(await showConnector(ctx, tenantOf(ctx), params.connectorUUID)),
    }),
  }),
  endpoint({
    ...common,
    id: 'changeRoutingConnector',
    route: `PATCH ${path}/:connectorUUID`,
    summary: 'Change a connected registry, pause it, or go on',
    description: 'While it is paused nothing is made or removed there, and you get the text to paste as before.',
    params: ConnectorPath,
    body: ConnectorChangeBody,
    answer: DataOf(ConnectorAnswer),
    refuses: routingProblem.rows('routing_address_refused', 'routing_connector_untested'),
    handle: async (ctx, { params, body }) => ({
      data: connectorAnswer(await changeConnector(ctx, tenantOf(ctx), params.connectorUUID, body)),
    }),
  }),
  endpoint({
    ...common,
    id: 'removeRoutingConnector',
    route: `DELETE ${path}/:connectorUUID`,
    summary: 'Disconnect a registry',
    description: 'What was made there stays, and is yours to look after. The secret is forgotten.',
    status: 204,
    params: ConnectorPath,
    handle: (ctx, { params }) => removeConnector(ctx, tenantOf(ctx), params.connectorUUID),
  }),
  endpoint({
    ...common,
    id: 'testRoutingConnector',
    route: `POST ${path}/:connectorUUID/test`,
    summary: 'Test a connected registry, and switch it on',
    description: 'Reads what is there, and tries whether changes would be taken, without making any.',
    params: ConnectorPath,
    body: TestBody,
    answer: DataOf(TestAnswer),
    ownTransactions: true,
    handle: async (ctx, { params, body }) => ({
      data: testAnswer(await testConnector(ctx, tenantOf(ctx), params.connectorUUID, body.switch_on ?? false)),
    }),
  }),
  endpoint({
    id: 'operatorListRoutingConnectors',
    route: `GET ${operatorPath}`,
    tag: 'Operator',
    summary: 'List the registries that holders have connected',
    access: { by: 'operator' },
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(OperatorConnectorAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await showConnectors(ctx, { ...page, tenant: null })
      return { data: rows.map(operatorConnectorAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorStopRoutingConnector',
    route: `PATCH ${operatorPath}/:connectorUUID`,
    tag: 'Operator',
    summary: 'Stop a connector, or let it go on',
    description: 'Stopped, it does nothing, whatever its holder wishes. SUBLET_ROUTING=0 stops all.',
    access: { by: 'operator' },
    params: ConnectorPath,
    body: Body('RoutingConnectorStop', { stopped: Type.Boolean() }),
    answer: DataOf(OperatorConnectorAnswer),
    handle: async (ctx, { params, body }) => ({
      data: operatorConnectorAnswer(await stopConnector(ctx, params.connectorUUID, body.stopped)),
    }),
  }),
]
