import {
  Answer,
  Body,
  Int,
  named,
  Nullable,
  OneOf,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { deliveryStates } from './delivery.rules.ts'
import type { DeliveryRow } from './log.store.ts'
import type { WebhookDelivery } from './queue.store.ts'

const fields = {
  uuid: Uuid,
  endpoint_uuid: Uuid,
  message_id: Type.String({ description: 'The header `webhook-id`, the same at every try.' }),
  type: Type.String({ examples: ['lease.started'] }),
  status: OneOf(
    deliveryStates,
    'waiting: to be sent, or sent again at next_try_at. failed: given up. dropped: its endpoint was switched off.',
  ),
  tries: Type.Integer(),
  created_at: UnixTime,
  last_tried_at: Nullable(UnixTime),
  next_try_at: Nullable(UnixTime),
  took_ms: Nullable(Type.Integer()),
  answer_status: Nullable(Type.Integer()),
  fault: { ...Nullable(Type.String()), description: 'Why the last try counts as not arrived.' },
}

export const DeliveryAnswer = named('WebhookDelivery', fields)

const Headers = Type.Object({}, { additionalProperties: true })

export const DeliveryDetailAnswer = named('WebhookDeliveryDetail', {
  ...fields,
  request: Answer({ headers: Nullable(Headers), body: Type.String() }),
  answer: Nullable(Answer({ status: Type.Integer(), headers: Headers, body: Type.String() }, 'Up to 64 kB of it.')),
})

export const deliveryAnswer = (row: DeliveryRow): Static<typeof DeliveryAnswer> => ({
  uuid: row.uuid,
  endpoint_uuid: row.endpoint_uuid,
  message_id: `msg_${row.event_uuid}`,
  type: row.type,
  status: row.status,
  tries: row.tries,
  created_at: toUnix(row.created_at),
  last_tried_at: toUnix(row.last_tried_at),
  next_try_at: toUnix(row.next_at),
  took_ms: row.took_ms,
  answer_status: row.answer_status,
  fault: row.fault,
})

export const deliveryDetailAnswer = (row: WebhookDelivery): Static<typeof DeliveryDetailAnswer> => ({
  ...deliveryAnswer(row),
  request: { headers: row.request_headers as Record<string, unknown> | null, body: row.payload },
  answer:
    row.answer_status === null
      ? null
      : {
          status: row.answer_status,
          headers: row.answer_headers ?? {},
          body: row.answer_body ?? '',
        },
})

const Moment = Int(0, 253_402_300_799, { description: 'Unix seconds.' })

export const SpanBody = Body('WebhookReplay', { from: Moment, to: Moment })

export const ReplayAnswer = named('WebhookReplayed', {
  events: Type.Integer({ description: 'How many are sent again.' }),
})
