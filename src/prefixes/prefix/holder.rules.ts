import { formatPrefix } from '../../kernel/ip/index.ts'
import type { NetworkQuestions } from '../../network/index.ts'
import { isHeld, type Spot } from './spot.rules.ts'

/** Who has a prefix: by the registry, on the marketplace, by a lease (decisions 7, Holders). */

const holderTypes = { registry: 0, marketplace: 1, lessee: 2 } as const

interface Holder {
  /** A holder knows its lessees; a lessee never learns here who the holder is. The marketplace is no company. */
  readonly tenantUUID: string
  readonly projectID: string
  readonly organisation: string
  readonly type: number
  /** The prefix is the outermost block this holder has here. */
  readonly top: boolean
}

type RecordsOf = Pick<NetworkQuestions, 'registryRecord'>

export function holdersOf({ prefix, space, lease }: Surroundings, facts: RecordsOf, marketplace: string): Holder[] {
  const notation = formatPrefix(prefix)
  const top = notation === space.offer_block
  const holder = (type: number, tenantUUID: string, organisation: string, outermost: boolean): Holder => ({
    tenantUUID,
    projectID: '',
    organisation,
    type,
    top: outermost,
  })
  return [
    holder(holderTypes.registry, isHeld({ space }) ? space.holder_uuid : '', holderName({ prefix, space }, facts), top),
    holder(holderTypes.marketplace, '', marketplace, top),
    ...(lease ? [holder(holderTypes.lessee, lease.tenant_uuid, lease.title, notation === lease.block)] : []),
  ]
}

type Surroundings = Pick<Spot, 'prefix' | 'space' | 'lease'>

/** As the registry publishes it; where it does not, only the holder itself is told its own name. */
export const holderName = ({ prefix, space }: Pick<Spot, 'prefix' | 'space'>, facts: RecordsOf): string =>
  facts.registryRecord(prefix)?.value?.organisation || (isHeld({ space }) ? space.holder_title : '')

const folded = (name: string): string => name.trim().toLowerCase()

/** Whether any holder is one of the organisations, by name in any case; no organisations: everybody is. */
export function matcherOf(
  organisations: readonly string[],
  facts: RecordsOf,
  marketplace: string,
): ((place: Surroundings) => boolean) | null {
  if (organisations.length === 0) return null
  const wanted = new Set(organisations.map(folded))
  return (place) => holdersOf(place, facts, marketplace).some(({ organisation }) => wanted.has(folded(organisation)))
}
