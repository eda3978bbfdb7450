import { addressOf, prefixAround, type Prefix } from '../../../src/kernel/ip/index.ts'
import { announcements, asSetText, type Announcements } from '../../../src/network/datasets/announcements.ts'
import { vrps, type Vrps } from '../../../src/network/datasets/vrps.ts'
import { NetworkFacts } from '../../../src/network/facts.memory.ts'
import type { Announcement, NetworkQuestions } from '../../../src/network/index.ts'
import type { SourcesToAsk } from '../../../src/network/sources.memory.ts'
import { type Bits, textOf, widthOf } from '../plain/prefix.ts'
import type { Data } from '../plain/release.ts'
import type { Payload, Route } from '../plain/validity.ts'
import type { World } from '../world.ts'

/** How a world is handed to the product: in its own tables, asked through its door. */

export const prefixOf = ({ family, bits }: Bits): Prefix =>
  prefixAround(addressOf(family, BigInt(`0b${bits.padEnd(widthOf(family), '0')}`)), bits.length)

/** So that both say it in the same way. */
export const textOfPrefix = ({ family, address, length }: Prefix): string =>
  textOf({ family, bits: address.toString(2).padStart(widthOf(family), '0').slice(0, length) })

export const announcementOf = ({ prefix, origin }: Route): Announcement => ({
  prefix: prefixOf(prefix),
  ...(typeof origin === 'number' ? { asn: origin, asSet: null } : { asn: 0, asSet: asSetText(origin) }),
  peers: null,
})

function payloadTable(payloads: readonly Payload[]): Vrps {
  const rows = vrps.collect()
  for (const { prefix, asn, maxLength, anchor, expires } of payloads)
    rows.add({ prefix: prefixOf(prefix), asn, maxLength, ta: anchor, expires })
  return vrps.open(rows.finish())
}

export function routeTable(routes: readonly Route[]): Announcements {
  const rows = announcements.collect()
  for (const route of routes) rows.add(announcementOf(route))
  return announcements.open(rows.finish())
}

/** Null: there are none of that kind. */
interface Views {
  readonly vrps: readonly Vrps[] | null
  readonly announcements: readonly Announcements[] | null
}

export function networkWith(views: Views, now: number, stale: readonly string[] = []): NetworkQuestions {
  const takenAt = new Date(now * 1_000)
  const held: Readonly<Partial<Record<string, readonly unknown[] | null>>> = { ...views }
  const sources: SourcesToAsk = {
    ask: (dataset, question) => {
      const found = held[dataset] ?? null
      if (found === null) return null
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each dataset's own views stand under its name
      const value = question(found as Parameters<typeof question>[0], [])
      return { source: 'a world', takenAt, stale: stale.includes(dataset), value }
    },
    names: () => [],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
    views: (dataset) => (held[dataset] ?? []) as never,
  }
  return new NetworkFacts(sources, () => takenAt)
}

/** Payloads come in two files. */
export function networkOf({ payloads, payloadData, routes, routeData, now }: World): NetworkQuestions {
  const given = <T>(data: Data, make: () => T): T | null => (data === 'absent' ? null : make())
  const views = {
    vrps: given(payloadData, () =>
      [0, 1].map((source) => payloadTable(payloads.filter((payload) => payload.source === source))),
    ),
    announcements: given(routeData, () => [routeTable(routes)]),
  }
  const stale = [...(payloadData === 'stale' ? ['vrps'] : []), ...(routeData === 'stale' ? ['announcements'] : [])]
  return networkWith(views, now, stale)
}
