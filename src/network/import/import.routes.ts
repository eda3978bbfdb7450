import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf } from '../../kernel/db/paging.ts'
import { DataOf } from '../../kernel/http/schema.ts'
import { showImport, showImports, startImport } from './importing.actions.ts'
import {
  importAnswer,
  ImportAnswer,
  ImportPage,
  ImportPath,
  importsPerPage,
  ImportsQuery,
  NewImportBody,
  sourceAnswer,
  SourcePath,
  SourcesAnswer,
} from './import.wire.ts'
import { networkProblem } from '../network.problems.ts'
import { removeSource, showSources } from '../source.actions.ts'

/** The operator's view of what is imported, and the handle to import more. */

const access = { by: 'operator' } as const
const tag = 'Operator'

export const importRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorListNetworkSources',
    route: 'GET /portal/operator/network/sources',
    tag,
    summary: 'List the sources of network data, with age, rows and staleness',
    access,
    answer: SourcesAnswer,
    handle: async (ctx) => ({ data: (await showSources(ctx)).map(sourceAnswer) }),
  }),
  endpoint({
    id: 'operatorDeleteNetworkSource',
    route: 'DELETE /portal/operator/network/sources/:kind/:name',
    tag,
    summary: 'Delete a source of network data and what it says',
    access,
    status: 204,
    params: SourcePath,
    handle: (ctx, { params }) => removeSource(ctx, params.kind, params.name),
  }),
  endpoint({
    id: 'operatorListNetworkImports',
    route: 'GET /portal/operator/network/imports',
    tag,
    summary: 'List imports of network data, newest first',
    access,
    query: ImportsQuery,
    answer: ImportPage,
    handle: async (ctx, { query }) => {
      const page = pageOf(query, importsPerPage)
      const { kind = [], status = [] } = query.filter ?? {}
      const { rows, total } = await showImports(ctx, { kind, status, ...page })
      return { data: rows.map(importAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorStartNetworkImport',
    route: 'POST /portal/operator/network/imports',
    tag,
    summary: 'Start an import of network data from an address',
    description: 'It runs by itself; read the import to see how far it is. A trial keeps nothing of what it finds.',
    access,
    status: 201,
    body: NewImportBody,
    answer: DataOf(ImportAnswer),
    refuses: networkProblem.rows('import_running', 'url_refused', 'source_unknown', 'source_paused'),
    handle: async (ctx, { body }) => ({ data: importAnswer(await startImport(ctx, body)) }),
  }),
  endpoint({
    id: 'operatorShowNetworkImport',
    route: 'GET /portal/operator/network/imports/:importUUID',
    tag,
    summary: 'Show an import of network data and how far it is',
    access,
    params: ImportPath,
    answer: DataOf(ImportAnswer),
    handle: async (ctx, { params }) => ({ data: importAnswer(await showImport(ctx, params.importUUID)) }),
  }),
]
