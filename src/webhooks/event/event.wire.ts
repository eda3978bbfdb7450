import { named, OneOf, Type, Uuid, type Static, type TSchema } from '../../kernel/http/schema.ts'
import type { Message } from '../../kernel/http/openapi/messages.ts'
import { Time, type EventRow } from '../../kernel/work/event-table.ts'
import { sentEvents } from '../published.rules.ts'

/** Events as receivers see them. */

export const EventTypeAnswer = named('WebhookEventType', {
  type: Type.String({ examples: ['lease.started'] }),
  family: Type.String({ description: 'Wants this and all others of its noun.', examples: ['lease.*'] }),
  says: Type.String({ description: 'What happened, in a sentence.' }),
})

export const eventTypeAnswer = ({ type, says }: EventRow): Static<typeof EventTypeAnswer> => ({
  type,
  family: `${nounIn(type)}.*`,
  says,
})

const nounIn = (type: string): string => type.slice(0, type.indexOf('.'))

/** `lease.started` as the name of a type: LeaseStarted. */
const nameOf = (words: string): string =>
  words.replaceAll(/(?:^|[._])([a-z])/g, (_match, initial: string) => initial.toUpperCase())

/** What several events of a noun carry alike, by its text: LeaseNews. Where a noun has two such, the rarer is called after its first event. */
const shared = new Map<string, string>()
const shapeOf = ({ type, data }: EventRow): string => `${nounIn(type)} ${JSON.stringify(data)}`
const alike = [...Map.groupBy(sentEvents, shapeOf)].filter(([, events]) => events.length > 1)
for (const [shape, [first]] of alike.toSorted(([, a], [, b]) => b.length - a.length)) {
  const [noun, type] = [`${nameOf(nounIn(first?.type ?? ''))}News`, `${nameOf(first?.type ?? '')}News`]
  shared.set(shape, [...shared.values()].includes(noun) ? type : noun)
}

function dataOf(event: EventRow): TSchema {
  const name = shared.get(shapeOf(event))
  return name === undefined ? event.data : Type.Named(name, event.data)
}

/** One for each event, for the API's description: what `payloadOf` makes. */
export const messages: readonly Message[] = sentEvents.map((event) => ({
  type: event.type,
  id: `on${nameOf(event.type)}`,
  says: event.says,
  payload: Type.Named(
    `${nameOf(event.type)}Event`,
    Type.Object({ type: OneOf([event.type]), timestamp: Time, tenant_uuid: Uuid, data: dataOf(event) }),
  ),
}))
