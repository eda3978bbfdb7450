import { inTransaction, type Context } from '../../kernel/context.ts'
import { knownPrefix, overlaps } from '../../kernel/ip/index.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { validateAsns } from '../../network/index.ts'
import { lockServingConnectors } from '../connector/connector.store.ts'
import { liveLettersAround } from './letter.store.ts'
import { insertObjects, lockObjectsAround, setWanted, type RoutingObject } from './object.store.ts'
import { wantedFor, type WantedObject } from './wanted.rules.ts'

type Wake = (ctx: Context, connector: string) => Promise<void>

/** Brings the rows of some blocks in line with what their live letters need. Says nothing to anybody outside. */
export async function planBlocks(ctx: Context, holder: string, blocks: readonly string[], wake: Wake): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const connectors = await lockServingConnectors(tx, holder)
    if (connectors.length === 0) return
    const objects = await lockObjectsAround(tx, holder, blocks)
    const present = new Map(objects.map((object) => [keyOf(object), object]))
    const needed = await neededIn(tx, { holder, blocks, connectors, present })
    const changed = objects.flatMap((object) => {
      const now = needed.get(keyOf(object))
      return (now !== undefined) === object.wanted
        ? []
        : { uuid: object.uuid, wanted: now !== undefined, company: now?.company ?? object.company }
    })
    const fresh = [...needed].flatMap(([key, wanted]) => (present.has(key) ? [] : wanted))
    await setWanted(tx, changed)
    await insertObjects(
      tx,
      fresh.map((wanted) => ({ uuid: newUuid(), tenant_uuid: holder, ...wanted })),
    )
    const byUuid = new Map(objects.map((object) => [object.uuid, object.connector_uuid]))
    const woken = new Set([
      ...fresh.map(({ connector_uuid }) => connector_uuid),
      ...changed.flatMap(({ uuid }) => byUuid.get(uuid) ?? []),
    ])
    for (const connector of woken) await wake(tx, connector)
  })
}

const keyOf = ({
  connector_uuid,
  kind,
  prefix,
  asn,
}: Pick<WantedObject, 'connector_uuid' | 'kind' | 'prefix' | 'asn'>) => `${connector_uuid} ${kind} ${prefix} ${asn}`

interface Ground {
  readonly holder: string
  readonly blocks: readonly string[]
  readonly connectors: Awaited<ReturnType<typeof lockServingConnectors>>
  readonly present: ReadonlyMap<string, RoutingObject>
}

/** Of these blocks alone: a letter around them needs things elsewhere, too. */
async function neededIn(
  ctx: Context,
  { holder, blocks, connectors, present }: Ground,
): Promise<ReadonlyMap<string, WantedObject>> {
  const letters = await liveLettersAround(ctx, holder, blocks)
  const waiting = letters.filter(({ status }) => status === 'pending')
  const verdicts = await validateAsns(ctx, [...new Set(waiting.map(({ asn }) => asn))])
  const places = blocks.map(knownPrefix)
  const needed = letters.flatMap((letter) =>
    wantedFor({ ...letter, asnValid: verdicts.get(letter.asn)?.valid ?? false }, connectors, (wanted) =>
      present.has(keyOf(wanted)),
    ),
  )
  const here = needed.filter(({ prefix }) => places.some((place) => overlaps(place, knownPrefix(prefix))))
  return new Map(here.map((wanted) => [keyOf(wanted), wanted]))
}
