import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { firstAddress, formatAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { Answer, Body, DataOf, Int, named, Nullable, OneOf, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { marketProblem } from '../market.problems.ts'
import { showBatch, toggleChildren, type ShownBatch } from './visibility.actions.ts'

/** Parts of an offer in and out of search. */

const mostChildren = 4_096

const ToggleBody = Body('ChildToggle', {
  childs: Type.Array(Type.Object({ address: Type.String({ maxLength: 64 }) }), {
    minItems: 1,
    maxItems: mostChildren,
    description: 'Blocks of length `cidr` inside the market service, by their first addresses, each once.',
  }),
  market_service_uuid: Uuid,
  cidr: Int(8, 24, { description: 'Between the length of the market service and its maximum_split.' }),
  reason: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
})

const BatchAnswer = named('ToggleBatch', {
  batchId: Uuid,
  market_service_uuid: Uuid,
  cidr: Type.Integer(),
  reason: Nullable(Type.String()),
  status: OneOf(['completed'], 'A batch is applied in one transaction: it is there when it is done.'),
  created_at: UnixTime,
  counts: Answer({ total: Type.Integer(), hidden: Type.Integer(), shown: Type.Integer() }),
  childs: Type.Array(
    Answer({
      address: Type.String(),
      cidr: Type.Integer(),
      hidden: Type.Boolean({ description: 'What the batch made of it.' }),
    }),
    { description: 'In address order.' },
  ),
})

function batchAnswer({ uuid, offer_uuid, length, reason, created_at, children }: ShownBatch) {
  const hidden = children.filter((child) => child.hidden).length
  return {
    batchId: uuid,
    market_service_uuid: offer_uuid,
    cidr: length,
    reason,
    status: 'completed' as const,
    created_at: toUnix(created_at),
    counts: { total: children.length, hidden, shown: children.length - hidden },
    childs: children.map((child) => ({
      address: formatAddress(firstAddress(knownPrefix(child.block))),
      cidr: length,
      hidden: child.hidden,
    })),
  }
}

export const visibilityRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'toggleChildren',
    route: 'POST /billing/v1/:tenantUUID/market/ipv4/child/toggle',
    tag: 'Market',
    summary: 'Hide or unhide child subnets',
    description:
      'A child that is wholly hidden becomes shown, any other becomes hidden. All children are changed, or none. ' +
      'Hiding a child that is held or leased stops the next lease, not this one.',
    access: { by: 'token', scope: 'billing' },
    codes: [200, 401, 403, 404, 422],
    body: ToggleBody,
    answer: named('ToggleReceipt', { batchId: Uuid }),
    refuses: marketProblem.rows('children_invalid', 'offer_ended'),
    examples: {
      body: {
        childs: [{ address: '203.0.113.0' }],
        market_service_uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
        cidr: 24,
        reason: 'Kept for our own use',
      },
    },
    handle: async (ctx, { body }) => {
      const { uuid } = await toggleChildren(ctx, tenantOf(ctx), {
        offer: body.market_service_uuid,
        addresses: body.childs.map(({ address }) => address),
        length: body.cidr,
        reason: body.reason ?? null,
      })
      return { batchId: uuid }
    },
  }),
  endpoint({
    id: 'getToggleBatch',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/child/toggle/:batchId',
    tag: 'Market',
    summary: 'Read what a toggle of child subnets did',
    access: { by: 'token', scope: 'billing' },
    params: Type.Object({ batchId: Uuid }),
    answer: DataOf(BatchAnswer),
    handle: async (ctx, { params }) => ({ data: batchAnswer(await showBatch(ctx, tenantOf(ctx), params.batchId)) }),
  }),
]
