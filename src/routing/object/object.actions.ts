import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { routingProblem } from '../routing.problems.ts'
import { takeSteps } from './moved.actions.ts'
import { listObjects, lockObjectOf, type ObjectInPlace } from './object.store.ts'
import { wakeConnector } from './work.actions.ts'

export { listObjects as showObjects }

/** Somebody has mended what was wrong. */
export async function retryObject(ctx: Context, tenant: string, uuid: string): Promise<ObjectInPlace> {
  const object = await lockObjectOf(ctx, tenant, uuid)
  if (!object) throw kernelProblem('not_found')
  if (object.status !== 'refused') throw routingProblem('routing_object_not_refused')
  await takeSteps(ctx, [{ object, step: { move: 'retry', reason: null } }])
  await wakeConnector(ctx, object.connector_uuid)
  return { ...object, status: 'wanted' }
}
