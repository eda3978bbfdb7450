import { datasets } from '../datasets.rules.ts'
import type { Collector, Parts } from '../datasets/dataset.ts'
import { kinds, type KindName } from '../kinds.rules.ts'
import type { Refusal } from '../snapshot/snapshot.actions.ts'
import { parcel, type Parcel } from '../tables/columns.ts'
import { readers } from './readers.ts'
import { recognised } from './recognise.ts'
import type { Findings, Reader } from './source.ts'

/** A file of any kind, read by the kind's reader into packed columns. */

const firstRefusals = 20
const longestRefusal = 300

interface Gathered extends Findings {
  readonly packed: Parcel
  readonly rows: number
  readonly parts: Parts
  readonly refused: number
  readonly refusals: readonly Refusal[]
}

/** Whoever gives the bytes may watch how many rows have been made of them. */
export async function gather(
  kind: KindName,
  name: string,
  bytesFor: (rows: Collector) => AsyncIterable<Uint8Array>,
): Promise<Gathered> {
  const rows: Collector = (await datasets[kinds[kind].dataset]()).collect()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table of readers gives each dataset its own
  const read = (await readers[kind]()) as unknown as Reader<Collector>
  const refusals: Refusal[] = []
  let refused = 0
  const refuse = (where: string, why: string): void => {
    refused++
    if (refusals.length < firstRefusals) refusals.push({ where, why: why.slice(0, longestRefusal) })
  }
  const bytes = await recognised(kind, bytesFor(rows))
  const findings = await read({ bytes, name, refuse }, rows)
  const { count, parts = {} } = rows
  return { ...findings, rows: count, parts, packed: parcel(rows.finish()), refused, refusals }
}
