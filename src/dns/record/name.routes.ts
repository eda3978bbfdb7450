import { tenantOf } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery, wholeQuery } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { csvBeside } from '../../kernel/http/download.ts'
import { DataOf, Text, Type } from '../../kernel/http/schema.ts'
import { dnsProblem } from '../dns.problems.ts'
import { readNameFile, readNameList } from '../name/lines.rules.ts'
import { allNames, setByPattern, setName, setNames, showBlocks, showName, showNames } from './name.actions.ts'
import {
  BlockAnswer,
  blockAnswer,
  BlockQuery,
  NameAnswer,
  nameAnswer,
  NameBody,
  nameCsv,
  NamesBody,
  PatternBody,
  PlanAnswer,
  planAnswer,
} from './name.wire.ts'

const path = '/dns/:tenantUUID/reverse'
const AddressPath = Type.Object({ address: Text(45) })
const common = { tag: 'Reverse DNS', access: { by: 'token', scope: 'dns' } } as const
const where = dnsProblem.rows('reverse_not_connected', 'reverse_delegated')
const whose = [...dnsProblem.rows('reverse_not_leased'), ...where]

const NamesQuery = pageQuery({ perPage: 256, sortable: [], filters: { block: Type.Optional(Text(18)) } })

const names = endpoint({
  ...common,
  id: 'listReverseNames',
  route: `GET ${path}/names`,
  summary: 'List reverse names',
  description: 'In the order of their addresses.',
  query: NamesQuery,
  answer: PageOf(NameAnswer),
  handle: async (ctx, { query }) => {
    const page = pageOf(query, 256)
    const block = query.filter?.block ?? null
    const { rows, total } = await showNames(ctx, { tenant: tenantOf(ctx), block, ...page })
    return { data: rows.map(nameAnswer), meta: pageMeta(page, rows.length, total) }
  },
})

export const nameRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'listReverseBlocks',
    route: `GET ${path}/blocks`,
    summary: 'List leased blocks and what reverse DNS they have',
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(BlockAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await showBlocks(ctx, { tenant: tenantOf(ctx), ...page })
      return { data: rows.map(blockAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  names,
  csvBeside(names, {
    id: 'exportReverseNames',
    summary: 'Download reverse names as CSV',
    name: 'reverse-names',
    query: wholeQuery(NamesQuery),
    columns: nameCsv,
    batches: (ctx, query) => allNames(ctx, tenantOf(ctx), query.filter?.block ?? null),
  }),
  endpoint({
    ...common,
    id: 'setReverseNames',
    route: `PUT ${path}/names`,
    summary: 'Set and remove many reverse names',
    description:
      'All lines or none, up to 10,000 of a list or a file of 900 kB; addresses that are not named stay as they are.',
    body: NamesBody,
    answer: DataOf(PlanAnswer),
    refuses: dnsProblem.rows('reverse_lines_refused'),
    examples: { body: { names: [{ address: '192.0.2.25', name: 'mail.example.net' }], dry_run: true } },
    handle: async (ctx, { body }) => {
      const read = body.csv === undefined ? readNameList(body.names ?? []) : readNameFile(body.csv)
      return { data: planAnswer(await setNames(ctx, tenantOf(ctx), read, body.dry_run ?? false)) }
    },
  }),
  endpoint({
    ...common,
    id: 'setReversePattern',
    route: `PUT ${path}/pattern`,
    summary: 'Name all addresses of a block by a pattern',
    description: 'Up to 65,536 at once. Names that the addresses have are replaced.',
    body: PatternBody,
    answer: DataOf(PlanAnswer),
    refuses: [...whose, ...dnsProblem.rows('reverse_name_refused', 'reverse_block_too_large')],
    examples: { body: { block: '192.0.2.0/24', pattern: 'host-{a}-{b}-{c}-{d}.example.net' } },
    handle: async (ctx, { body: { block, pattern, dry_run: rehearsal = false } }) => ({
      data: planAnswer(await setByPattern(ctx, tenantOf(ctx), { block, pattern, rehearsal })),
    }),
  }),
  endpoint({
    ...common,
    id: 'removeReverseNames',
    route: `DELETE ${path}/names`,
    summary: 'Remove all reverse names of a block',
    query: BlockQuery,
    answer: DataOf(PlanAnswer),
    refuses: [...whose, ...dnsProblem.rows('reverse_block_too_large')],
    handle: async (ctx, { query: { block } }) => ({
      data: planAnswer(await setByPattern(ctx, tenantOf(ctx), { block, pattern: null, rehearsal: false })),
    }),
  }),
  endpoint({
    ...common,
    id: 'getReverseName',
    route: `GET ${path}/names/:address`,
    summary: 'Read the reverse name of an address',
    params: AddressPath,
    answer: DataOf(NameAnswer),
    handle: async (ctx, { params }) => ({ data: nameAnswer(await showName(ctx, tenantOf(ctx), params.address)) }),
  }),
  endpoint({
    ...common,
    id: 'setReverseName',
    route: `PUT ${path}/names/:address`,
    summary: 'Set the reverse name of an address',
    description: 'A PTR record at the name server that the holder of the block has connected, within moments.',
    params: AddressPath,
    body: NameBody,
    answer: DataOf(NameAnswer),
    refuses: [...where, ...dnsProblem.rows('reverse_name_refused')],
    examples: { body: { name: 'mail.example.net' } },
    handle: async (ctx, { params, body }) => {
      await setName(ctx, tenantOf(ctx), params.address, body.name)
      return { data: nameAnswer(await showName(ctx, tenantOf(ctx), params.address)) }
    },
  }),
  endpoint({
    ...common,
    id: 'removeReverseName',
    route: `DELETE ${path}/names/:address`,
    summary: 'Remove the reverse name of an address',
    status: 204,
    params: AddressPath,
    refuses: where,
    handle: (ctx, { params }) => setName(ctx, tenantOf(ctx), params.address, null),
  }),
]
