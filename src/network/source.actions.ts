import { audit } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import { emit } from '../kernel/work/events.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { bump } from '../kernel/pulse.ts'
import { StartRefusal } from '../kernel/refusal.ts'
import type { House } from '../kernel/house.ts'
import { readConfigured, type ConfiguredSource } from './import/import.rules.ts'
import { kinds, type KindName } from './kinds.rules.ts'
import { networkAudit, networkEvents } from './network.events.ts'
import { staleAt } from './source.rules.ts'
import { deleteSnapshot, deleteSource, listServing, type Serving } from './snapshot/snapshot.store.ts'

/** The sources there are, and those there should be. */

export interface ShownSource {
  readonly kind: string
  readonly name: string | null
  /** Where it is fetched from by itself; null: nobody does. */
  readonly configuredUrl: string | null
  /** Null: nothing has been imported for it yet. */
  readonly serving: Serving | null
  readonly ageSeconds: number | null
  readonly stale: boolean | null
}

/** The rows of SUBLET_SOURCES; a wrong one is refused at the start. */
export function configuredSources({ config }: Pick<House, 'config'>): ConfiguredSource[] {
  const read = config.sources.map(readConfigured)
  const mistakes = read.filter((each) => typeof each === 'string')
  if (mistakes.length > 0) throw new StartRefusal(mistakes.map((mistake) => `SUBLET_SOURCES: ${mistake}.`).join('\n'))
  return read.filter((each) => typeof each !== 'string')
}

export async function showSources(ctx: Context): Promise<ShownSource[]> {
  const served = await listServing(ctx.db)
  const configured = configuredSources(ctx.house)
  const now = ctx.realNow.getTime()
  const shown = served.map((serving) => ({
    kind: serving.kind,
    name: serving.name,
    configuredUrl: configured.find((each) => isFor(each, serving))?.url ?? null,
    serving,
    ageSeconds: Math.max(0, Math.floor((now - serving.takenAt.getTime()) / 1_000)),
    stale: now > staleAt(serving),
  }))
  const awaited = configured
    .filter((each) => !served.some((serving) => isFor(each, serving)))
    .map(({ kind, name, url }) => ({ kind, name, configuredUrl: url, serving: null, ageSeconds: null, stale: null }))
  return [...shown, ...awaited]
}

const isFor = ({ kind, name, url }: ConfiguredSource, serving: Serving): boolean =>
  kind === serving.kind && (name === null ? url === serving.url : name === serving.name)

/** Its facts are unknown from the next request on. */
export async function removeSource(ctx: Context, kind: KindName, name: string): Promise<void> {
  const snapshot = await deleteSource(ctx, kind, name)
  if (snapshot === null) throw kernelProblem('not_found')
  await deleteSnapshot(ctx, snapshot)
  await bump(ctx.db, 'network')
  const { dataset, area } = kinds[kind]
  const data = { kind, name, dataset, area }
  const subject = { kind: 'network_snapshot', uuid: snapshot }
  await audit(ctx, { action: networkAudit('network.removed'), subject, tenant: null, data })
  await emit(ctx, networkEvents('network.removed', null, data))
}
