import type { Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { addDays, addSeconds } from '../../kernel/time.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { routingEvents } from '../routing.events.ts'
import { routingObjectStates, type ObjectReason, type ObjectStatus, type ObjectTrigger } from './object.states.ts'
import { setNotes, type RoutingObject } from './object.store.ts'
import type { Step } from './step.rules.ts'

/** Moves objects, notes why others stay, and tells their holder. */

export interface Planned {
  readonly object: RoutingObject
  readonly step: Step
}

/** What is heard of; the rest is on its way. */
const told = {
  made: 'routing.made',
  adopted: 'routing.adopted',
  seen: 'routing.seen',
  refused: 'routing.refused',
  gone: 'routing.gone',
} as const satisfies Partial<Record<ObjectStatus, string>>

export async function takeSteps(ctx: Context, planned: readonly Planned[]): Promise<void> {
  const groups = Map.groupBy(planned, ({ step }) => step.move)
  for (const [trigger, group] of groups)
    if (trigger === null)
      await setNotes(
        ctx,
        group.flatMap((one) => noteFor(ctx, one)),
      )
    else await moveTogether(ctx, trigger, group)
}

async function moveTogether(ctx: Context, trigger: ObjectTrigger, group: readonly Planned[]): Promise<void> {
  const moved = group.map(({ object, step }) => {
    const to = routingObjectStates.next(object.status, trigger) ?? object.status
    return {
      object,
      to,
      set: columnsIn(
        ctx,
        object,
        to,
        keepsReason.has(trigger) && step.reason === null
          ? { ...step, reason: object.reason, ...(object.detail === null ? {} : { detail: object.detail }) }
          : step,
      ),
    }
  })
  const rows = moved.map(({ object, set }) => ({
    uuid: object.uuid,
    tenant: object.tenant_uuid,
    from: object.status,
    data: { kind: object.kind, prefix: object.prefix, asn: object.asn, reason: set.reason },
    set,
  }))
  await moveAll(ctx, routingObjectStates, 'routing_object', trigger, rows)
  await emitAll(
    ctx,
    moved.flatMap(({ object, to, set }) =>
      isTold(to) && isNews(object, to, trigger, set) ? newsOf(object, to, set) : [],
    ),
  )
}

/** On the way to another try it is still known why the last one failed. */
const keepsReason: ReadonlySet<ObjectTrigger> = new Set(['retry', 'send', 'remove', 'miss'])

/** The same refusal is told once; what was never there, or is somebody else's, has not gone by our doing. */
function isNews(
  before: RoutingObject,
  to: ObjectStatus,
  trigger: ObjectTrigger,
  { reason, detail }: Pick<Columns, 'reason' | 'detail'>,
): boolean {
  if (to === 'gone') return trigger !== 'drop'
  return to !== 'refused' || reason !== before.reason || detail !== before.detail
}

const isTold = (status: ObjectStatus): status is keyof typeof told => Object.hasOwn(told, status)

const newsOf = (
  { uuid, tenant_uuid, connector_uuid, kind, prefix, asn }: RoutingObject,
  status: keyof typeof told,
  { reason, detail }: Pick<Columns, 'reason' | 'detail'>,
) => routingEvents(told[status], tenant_uuid, { uuid, connector_uuid, kind, prefix, asn, status, reason, detail })

type Columns = {
  readonly reason: ObjectReason | null
  readonly detail: string | null
  readonly due_at: Date | null
  readonly awaits_data: boolean
  readonly sent_at: Date | null
  readonly seen_at: Date | null
  readonly ended_at: Date | null
}

const untilRetried = 1

/** What goes with being in a state. */
function columnsIn({ realNow }: Context, object: RoutingObject, to: ObjectStatus, step: Step): Columns {
  const { sent_at, seen_at, wanted } = object
  /** Whose letter ended while the registry was asked for it goes at once: nobody else would look at it soon. */
  const unlessUnwanted = wanted ? null : realNow
  const still = {
    reason: step.reason,
    detail: step.detail ?? null,
    due_at: null,
    awaits_data: false,
    sent_at,
    seen_at,
    ended_at: null,
  }
  const rows: Partial<Record<ObjectStatus, Partial<Columns>>> = {
    wanted: { due_at: realNow },
    sending: { due_at: realNow, sent_at: realNow },
    made: { due_at: unlessUnwanted, awaits_data: true },
    adopted: { due_at: unlessUnwanted },
    seen: { due_at: unlessUnwanted, seen_at: realNow },
    refused: {
      due_at: unlessUnwanted ?? addDays(realNow, untilRetried),
      awaits_data: step.reason === 'would_invalidate',
    },
    ending: {
      due_at: step.reason === 'registry_refused' ? addSeconds(realNow, whileRefused) : realNow,
      awaits_data: true,
    },
    removing: { due_at: realNow },
    gone: { ended_at: realNow },
    left: { ended_at: realNow },
  }
  return { ...still, ...rows[to] }
}

const whileRefused = 3_600
const whileRoaIsMade = 60

/** Nothing is written where nothing has changed. */
function noteFor({ realNow }: Context, { object, step }: Planned) {
  const { uuid, status } = object
  const due = step.reason === 'waits_for_roa' ? addSeconds(realNow, whileRoaIsMade) : null
  const note = {
    uuid,
    reason: step.reason,
    detail: step.detail ?? null,
    due_at: due,
    awaits_data: step.reason !== null || status === 'made',
  }
  const { reason, awaits_data, due_at } = object
  return reason === note.reason && awaits_data === note.awaits_data && due_at === null && due === null ? [] : note
}
