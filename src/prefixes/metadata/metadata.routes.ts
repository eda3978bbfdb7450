import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, ListOf, named, Type } from '../../kernel/http/schema.ts'
import { everything, wholePrefix } from '../prefix/fields.wire.ts'
import {
  deleteMetadata,
  deleteMetadataOfMany,
  setMetadata,
  setMetadataOfMany,
  type Change,
} from './metadata.actions.ts'
import { metadataLimits } from './metadata.rules.ts'
import { NotationPath } from '../prefix/prefix.routes.ts'
import { PrefixAnswer } from '../prefix/prefix.wire.ts'
import { prefixProblem } from '../prefixes.problems.ts'

/** A company's own notes about its prefixes. Each sees and changes only its own. */

const Entries = Type.Record(Type.String({ maxLength: metadataLimits.valueBytes }), {
  maxProperties: metadataLimits.keys,
  description: 'Keys of letters, digits, "-" and "_", up to 64 characters; values up to 4,096 bytes.',
  examples: [{ rack: 'A7' }],
})

const Keys = ListOf(
  Type.String({ maxLength: 1_024, description: 'A key. One that is not there is no matter.' }),
  metadataLimits.keys,
)

const notation = Type.String({ maxLength: 64, examples: ['192.0.2.0/24'] })
const { prefixes } = metadataLimits

const ManyEntries = ListOf(Body('MetadataOfPrefix', { notation, metadata: Entries }), prefixes)
const ManyKeys = ListOf(Body('MetadataKeysOfPrefix', { notation, metadata: Keys }), prefixes)
const Many = named('PrefixList', { data: Type.Array(PrefixAnswer) })

const access = { by: 'token', scope: 'nethub-data' } as const
const allOrNothing = `All or nothing; at most ${prefixes} prefixes, each once.`

export const metadataRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'setPrefixMetadata',
    route: 'PATCH /nethub-data/:tenantUUID/prefixes/:notation/metadata',
    tag: 'Prefixes',
    summary: 'Set prefix holder metadata',
    description: 'Keys that are not named stay as they are.',
    access,
    params: NotationPath,
    body: Body('MetadataChange', { metadata: Entries }),
    answer: PrefixAnswer,
    refuses: prefixProblem.rows('invalid_notation', 'metadata_full'),
    handle: async (ctx, { params, body }) => {
      const change = { notation: params.notation, metadata: body.metadata }
      return wholePrefix((await setMetadata(ctx, tenantOf(ctx), change, everything.wanted)).found)
    },
  }),
  endpoint({
    id: 'deletePrefixMetadata',
    route: 'DELETE /nethub-data/:tenantUUID/prefixes/:notation/metadata',
    tag: 'Prefixes',
    summary: 'Delete prefix holder metadata',
    access,
    params: NotationPath,
    body: Body('MetadataKeys', { metadata: Keys }),
    answer: PrefixAnswer,
    refuses: prefixProblem.rows('invalid_notation'),
    handle: async (ctx, { params, body }) => {
      const change = { notation: params.notation, metadata: body.metadata }
      return wholePrefix((await deleteMetadata(ctx, tenantOf(ctx), change, everything.wanted)).found)
    },
  }),
  endpoint({
    id: 'setManyPrefixMetadata',
    route: 'PATCH /nethub-data/:tenantUUID/prefixes/metadata',
    tag: 'Prefixes',
    summary: 'Set holder metadata of several prefixes',
    description: allOrNothing,
    access,
    body: ManyEntries,
    answer: Many,
    refuses: prefixProblem.rows('metadata_full'),
    handle: async (ctx, { body }) => {
      const changes: readonly Change<Record<string, string>>[] = body
      const described = await setMetadataOfMany(ctx, tenantOf(ctx), changes, everything.wanted)
      return { data: described.map(({ found }) => wholePrefix(found)) }
    },
  }),
  endpoint({
    id: 'deleteManyPrefixMetadata',
    route: 'DELETE /nethub-data/:tenantUUID/prefixes/metadata',
    tag: 'Prefixes',
    summary: 'Delete holder metadata of several prefixes',
    description: allOrNothing,
    access,
    body: ManyKeys,
    answer: Many,
    handle: async (ctx, { body }) => {
      const described = await deleteMetadataOfMany(ctx, tenantOf(ctx), body, everything.wanted)
      return { data: described.map(({ found }) => wholePrefix(found)) }
    },
  }),
]
