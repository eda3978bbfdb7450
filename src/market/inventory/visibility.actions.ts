import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { toggleVisibility } from './inventory.actions.ts'
import { marketAudit, marketEvents } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { lockOwnOffer } from '../offer/change.actions.ts'
import { readChildren } from './visibility.rules.ts'
import { childrenOf, findBatch, insertBatch, type Batch, type BatchChild } from './visibility.store.ts'

interface ToggleWish {
  readonly offer: string
  readonly addresses: readonly string[]
  readonly length: number
  readonly reason: string | null
}

/** All children or none; the batch says later what became of each. */
export async function toggleChildren(ctx: Context, tenant: string, wish: ToggleWish): Promise<Batch> {
  const offer = await lockOwnOffer(ctx, tenant, wish.offer)
  const place = { block: knownPrefix(offer.block), smallest: offer.maximum_split }
  const read = readChildren(wish.addresses, wish.length, place)
  if ('faults' in read) throw marketProblem('children_invalid', { fields: read.faults })
  const sides = await toggleVisibility(ctx, offer, read.children)
  const batch = {
    uuid: newUuid(),
    tenant_uuid: tenant,
    offer_uuid: offer.uuid,
    length: wish.length,
    reason: wish.reason,
    created_at: ctx.now,
  }
  await insertBatch(ctx, batch, sides)
  const told = { batch: batch.uuid, length: wish.length, hidden: sides.hidden.length, shown: sides.shown.length }
  await audit(ctx, {
    action: marketAudit('offer.children_toggled'),
    subject: { kind: 'offer', uuid: offer.uuid },
    tenant,
    data: { block: offer.block, ...told, reason: wish.reason },
  })
  await emit(ctx, marketEvents('offer.children_toggled', tenant, { uuid: offer.uuid, ...told }))
  return batch
}

export interface ShownBatch extends Batch {
  /** In address order. */
  readonly children: readonly BatchChild[]
}

export async function showBatch(ctx: Context, tenant: string, uuid: string): Promise<ShownBatch> {
  const batch = await findBatch(ctx, tenant, uuid)
  if (!batch) throw kernelProblem('not_found')
  return { ...batch, children: await childrenOf(ctx, uuid) }
}
