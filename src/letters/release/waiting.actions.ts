import { inTransaction, type Context } from '../../kernel/context.ts'
import { networkFacts, validateAsns } from '../../network/index.ts'
import { releaseLetters } from '../letter/letter.actions.ts'
import { findLetters, lockLetters, type LetterInPlace } from '../letter/letter.store.ts'
import type { Release } from './readiness.rules.ts'
import { intentOf, rpkiSight } from './rpki.rules.ts'
import { tracesOf } from './trace.rules.ts'
import { differ, isReleasedByData, stepsSeen, type Sight, type StepTimes } from './waiting.rules.ts'
import { setSteps, waitingAfter } from './waiting.store.ts'

export { waitingAfter }

/** Looks at letters that wait, notes what has come true, and releases those that our own data shows to be ready. */

interface Looked {
  readonly letter: LetterInPlace
  readonly steps: StepTimes
  readonly changed: boolean
  readonly ready: boolean
}

/** In as many statements for five hundred as for one; those of which nothing is new are not locked. Returns how many were released. */
export async function lookAtLetters(ctx: Context, uuids: readonly string[]): Promise<number> {
  const news = (await look(ctx, await findLetters(ctx, uuids))).filter(({ changed, ready }) => changed || ready)
  if (news.length === 0) return 0
  return inTransaction(ctx, async (tx) => {
    const locked = await lockLetters(
      tx,
      news.map(({ letter }) => letter.uuid),
    )
    const looked = await look(tx, locked)
    await setSteps(
      tx,
      looked.filter(({ changed }) => changed),
    )
    const ready = looked.flatMap(({ letter, steps, ready: isReady }) => (isReady ? { ...letter, ...steps } : []))
    await releaseLetters(tx, ready, 'data')
    return ready.length
  })
}

async function look(ctx: Context, letters: readonly LetterInPlace[]): Promise<Looked[]> {
  const waiting = letters.filter(({ status }) => status === 'pending')
  if (waiting.length === 0) return []
  const verdicts = await validateAsns(ctx, [...new Set(waiting.map(({ asn }) => asn))])
  const release = ctx.house.config.letterRelease as Release
  return waiting.map((letter) => {
    const sight = sightOf(ctx, letter, verdicts.get(letter.asn)?.valid ?? false)
    const steps = stepsSeen(letter, sight, ctx.now)
    return { letter, steps, changed: differ(letter, steps), ready: isReleasedByData(letter, sight, release) }
  })
}

function sightOf(ctx: Context, letter: LetterInPlace, asnValid: boolean): Sight {
  const network = networkFacts(ctx)
  const intent = intentOf(letter)
  return {
    asnValid,
    traces: tracesOf(network, intent, ctx.house.config.minPeers),
    rpki: rpkiSight(intent, network.vrps(intent.block)),
  }
}
