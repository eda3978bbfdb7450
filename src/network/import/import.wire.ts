import { PageOf, pageQuery } from '../../kernel/db/paging.ts'
import {
  Answer,
  Body,
  DataOf,
  ListOf,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { kindNames } from '../kinds.rules.ts'
import type { Import } from './import.store.ts'
import type { ShownSource } from '../source.actions.ts'

/** Sources and imports as operators see them. */

export const KindWord = OneOf(kindNames, 'Kind of file.')
const statuses = ['waiting', 'running', 'done', 'failed', 'abandoned'] as const

export const SourceName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  maxLength: 64,
  description: 'Which source of its kind: a registry, an IRR, a provider.',
  examples: ['ripencc'],
})

const SourceAnswer = named('NetworkSource', {
  kind: Type.String(),
  name: Nullable(Type.String({ description: 'Null until a file has said which of its kind it is.' })),
  title: Nullable(Type.String({ description: 'How sentences name it.' })),
  origin: Nullable(Type.String({ description: 'Where its data came from.' })),
  configured_url: Nullable(Type.String({ description: 'Where it is fetched from by itself.' })),
  added: Type.Boolean({ description: 'Whether an operator added it here, and no setting.' }),
  paused_at: Nullable({ ...UnixTime, description: 'Since when it is not fetched.' }),
  taken_at: Nullable(UnixTime),
  imported_at: Nullable(UnixTime),
  checked_at: Nullable(UnixTime),
  age_seconds: Nullable(Type.Integer()),
  fresh_seconds: Nullable(Type.Integer({ description: 'How old its data may grow; null: it never grows stale.' })),
  stale: Nullable(Type.Boolean()),
  rows: Nullable(Type.Integer()),
  refused: Nullable(Type.Integer()),
  bytes: Nullable(Type.Integer()),
  sha256: Nullable(Type.String()),
})

export const SourcesAnswer = DataOf(Type.Array(SourceAnswer))

export function sourceAnswer(source: ShownSource): Static<typeof SourceAnswer> {
  const { kind, name, feed, serving, ageSeconds, stale } = source
  return {
    kind,
    name,
    title: serving?.title ?? null,
    origin: serving?.origin ?? null,
    configured_url: feed?.url ?? null,
    added: feed?.added ?? false,
    paused_at: toUnix(feed?.pausedAt ?? null),
    taken_at: toUnix(serving?.takenAt ?? null),
    imported_at: toUnix(serving?.importedAt ?? null),
    checked_at: toUnix(serving?.checkedAt ?? null),
    age_seconds: ageSeconds,
    fresh_seconds: serving?.freshSeconds ?? null,
    stale,
    rows: serving?.rows ?? null,
    refused: serving?.refused ?? null,
    bytes: serving?.bytes ?? null,
    sha256: serving?.sha256.toString('hex') ?? null,
  }
}

export const ImportAnswer = named('NetworkImport', {
  uuid: Uuid,
  kind: Type.String(),
  name: Nullable(Type.String()),
  origin: Type.String(),
  status: OneOf(statuses),
  forced: Type.Boolean(),
  trial: Type.Boolean({ description: 'Only to see what the file holds: nothing of it is kept.' }),
  asked_by: Type.String(),
  asked_at: UnixTime,
  started_at: Nullable(UnixTime),
  ended_at: Nullable(UnixTime),
  bytes_read: Type.Integer(),
  bytes_total: Nullable(Type.Integer({ description: 'Null while nobody knows how large the file is.' })),
  rows: Type.Integer(),
  refused: Type.Integer({ description: 'Rows that were left out.' }),
  refusals: Type.Array(Answer({ where: Type.String(), why: Type.String() }), { description: 'The first of them.' }),
  unchanged: Type.Boolean({ description: 'The file was the same as the last one, which serves on.' }),
  failure: Nullable(Type.String({ description: 'Why it failed, in a sentence.' })),
})

export const ImportPage = PageOf(ImportAnswer)

export function importAnswer(row: Import): Static<typeof ImportAnswer> {
  return {
    uuid: row.uuid,
    kind: row.kind,
    name: row.name,
    origin: row.origin,
    status: row.status,
    forced: row.forced,
    trial: row.trial,
    asked_by: `${row.actor_kind} ${row.actor_id}`,
    asked_at: toUnix(row.asked_at) ?? 0,
    started_at: toUnix(row.started_at),
    ended_at: toUnix(row.ended_at),
    bytes_read: row.bytes_read,
    bytes_total: row.bytes_total,
    rows: row.rows,
    refused: row.refused,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the import wrote them
    refusals: row.refusals as Static<typeof ImportAnswer>['refusals'],
    unchanged: row.unchanged,
    failure: row.failure,
  }
}

export const importsPerPage = 25

export const ImportsQuery = pageQuery({
  perPage: importsPerPage,
  sortable: [],
  filters: {
    kind: Type.Optional(ListOf(KindWord, kindNames.length)),
    status: Type.Optional(ListOf(OneOf(statuses), statuses.length)),
  },
})

export const NewImportBody = Body(
  'NewNetworkImport',
  {
    kind: KindWord,
    name: Type.Optional(SourceName),
    url: Type.Optional(Text(2_000, { description: 'Unless given, the one configured for the source.' })),
    force: Type.Optional(Type.Boolean({ description: 'Also when it has less than half the rows of the last one.' })),
    trial: Type.Optional(Type.Boolean({ description: 'Fetch and read it, say what it holds, and keep nothing.' })),
  },
  { additionalProperties: false },
)

export const ImportPath = Type.Object({ importUUID: Uuid })
export const SourcePath = Type.Object({ kind: KindWord, name: SourceName })
