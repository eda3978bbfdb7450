import {
  Answer,
  Body,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { column, type Columns } from '../../kernel/csv.ts'
import { toUnix } from '../../kernel/time.ts'
import type { NamePlan } from './name.actions.ts'
import type { NamedBlock, ReverseName } from './record.store.ts'

const hostName = Text(300, {
  description: 'The name of a host, in full. Other scripts than Latin are taken and become A-labels (IDNA).',
  examples: ['mail.example.net'],
})

export const NameBody = Body('NewReverseName', { name: hostName })

export const NameAnswer = named('ReverseName', {
  address: Type.String({ examples: ['192.0.2.25'] }),
  name: Type.String({ examples: ['mail.example.net'] }),
  state: OneOf(
    ['wanted', 'sent', 'seen'],
    'wanted: waits for the name server. sent: taken by it. seen: found in its zone afterwards.',
  ),
  service_uuid: Uuid,
  changed_at: UnixTime,
})

export const nameAnswer = ({
  block,
  contents,
  state,
  lease_uuid,
  changed_at,
}: ReverseName): Static<typeof NameAnswer> => ({
  address: addressIn(block),
  name: contents[0] ?? '',
  state,
  service_uuid: lease_uuid,
  changed_at: toUnix(changed_at),
})

const addressIn = (block: string): string => block.slice(0, block.indexOf('/'))

/** Address and name stand first, as in a file that is imported. */
export const nameCsv: Columns<ReverseName> = {
  address: column.text(({ block }) => addressIn(block)),
  name: column.text(({ contents }) => contents[0] ?? ''),
  state: column.text(({ state }) => state),
  service_uuid: column.text(({ lease_uuid }) => lease_uuid),
  changed_at: column.time(({ changed_at }) => changed_at),
}

const rehearsal = Type.Optional(Type.Boolean({ description: 'Say what would change, and change nothing.' }))

const most = 10_000

export const NamesBody = Body('ReverseNames', {
  names: Type.Optional(
    Type.Array(
      Body('ReverseNameLine', {
        address: Text(45, { examples: ['192.0.2.25'] }),
        name: { ...Nullable(hostName), description: 'Null takes the name away.' },
      }),
      { maxItems: most },
    ),
  ),
  csv: Type.Optional(
    Text(900_000, {
      description: 'Instead: a file with “address,name” on each line; an empty name takes it away.',
      examples: ['192.0.2.25,mail.example.net\n192.0.2.26,'],
    }),
  ),
  dry_run: rehearsal,
})

const block = Text(18, { examples: ['192.0.2.0/24'] })

export const PatternBody = Body('ReversePattern', {
  block,
  pattern: Text(300, {
    description: 'The name of each address, where {a}, {b}, {c} and {d} are the parts of the address.',
    examples: ['host-{a}-{b}-{c}-{d}.example.net'],
  }),
  dry_run: rehearsal,
})

export const BlockQuery = Type.Object({ block })

const mostShown = 1_000

export const PlanAnswer = named('ReverseNamesChanged', {
  set: Type.Integer({ description: 'Names that are new or different.' }),
  removed: Type.Integer(),
  unchanged: Type.Integer(),
  changes: Type.Array(
    Answer({ address: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) }),
    { description: 'The first thousand of them.' },
  ),
  faults: Type.Array(Answer({ line: Type.Integer(), fault: Type.String() }), {
    description: 'Lines that cannot be used, the first thousand; only of a dry run, for else nothing is changed.',
  }),
})

export function planAnswer({ changes, unchanged, faults }: NamePlan): Static<typeof PlanAnswer> {
  const removed = changes.filter(({ after }) => after === null).length
  return {
    set: changes.length - removed,
    removed,
    unchanged,
    changes: changes.slice(0, mostShown).map(({ address, before, after }) => ({ address, before, after })),
    faults: faults.slice(0, mostShown).map(({ line, fault }) => ({ line, fault })),
  }
}

export const BlockAnswer = named('ReverseBlock', {
  service_uuid: Uuid,
  block: Type.String({ examples: ['192.0.2.0/24'] }),
  connected: Type.Boolean({ description: 'Whether the holder has connected a name server.' }),
  names: Type.Integer(),
  waiting: Type.Integer({ description: 'Sets of records that the name server does not have yet.' }),
  fault: { ...Nullable(Type.String()), description: 'Why the name server does not answer, while it does not.' },
})

export const blockAnswer = (row: NamedBlock): Static<typeof BlockAnswer> => ({
  service_uuid: row.uuid,
  block: row.block,
  connected: row.connected,
  names: row.names,
  waiting: row.waiting,
  fault: row.fault && `The name server ${row.fault}.`,
})
