import type { Context } from '../../kernel/context.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { liveLettersAfter } from './letter.store.ts'
import { planBlocks } from './plan.actions.ts'
import { tend } from './tend.actions.ts'

/** Who plans and who works at a connector, and how each wakes the other. */

export const tendConnector = job<{ readonly connector: string }>({
  name: 'tend_routing_connector',
  lane: 'registries',
  run: (ctx, { connector }) => tend(ctx, connector, { wake: wakeConnector, lookAfter, replan }),
})

/** In the transaction that has something for it to do. */
export const wakeConnector = (ctx: Context, connector: string, at?: Date): Promise<void> =>
  enqueue(ctx, tendConnector, { connector }, { key: `routing-${connector}`, ...(at && { at }) })

/** Whoever works at it now may be killed: somebody looks when its time is up, by a plan of their own. */
const lookAfter = (ctx: Context, connector: string, at: Date): Promise<void> =>
  enqueue(ctx, tendConnector, { connector }, { key: `routing-${connector}-held`, at })

interface Blocks {
  readonly holder: string
  readonly blocks: readonly string[]
}

/** What letters of these blocks need. */
export const planRouting = job<Blocks>({
  name: 'plan_routing',
  run: (ctx, { holder, blocks }) => planBlocks(ctx, holder, blocks, wakeConnector),
})

const atOnce = 200
const first = '00000000-0000-0000-0000-000000000000'

/** What all live letters of a holder need: it has connected a registry, or its certificate covers something else now. */
export const planHolder = job<{ readonly holder: string }>({
  name: 'plan_routing_of_holder',
  run: async (ctx, { holder }) => {
    for (let after = first; ;) {
      const letters = await liveLettersAfter(ctx, holder, after, atOnce)
      const blocks = [...new Set(letters.map(({ block }) => block))]
      if (blocks.length > 0) await planBlocks(ctx, holder, blocks, wakeConnector)
      if (letters.length < atOnce) return
      after = letters.at(-1)?.uuid ?? after
    }
  },
})

export const replan = (ctx: Context, holder: string): Promise<void> =>
  enqueue(ctx, planHolder, { holder }, { key: `plan-routing-${holder}` })
