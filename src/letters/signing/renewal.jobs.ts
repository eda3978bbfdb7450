import { auditAll } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { addDays, toRfc3339 } from '../../kernel/time.ts'
import { job } from '../../kernel/work/jobs.ts'
import { letterStates } from '../letter/letter.states.ts'
import { lockLetters } from '../letter/letter.store.ts'
import { tellOfLetters } from '../letter/news.actions.ts'
import { lettersAudit } from '../letters.events.ts'
import { lettersEndingBefore, setSeals } from './renewal.store.ts'
import { sealLetters } from './seal.actions.ts'
import { renewedBefore } from './term.rules.ts'

/** A letter whose lease goes on is signed anew before it ends, under the same code: nobody has to ask for another. */

const atOnce = 500

export const renewLetters = job({
  name: 'renew_letters',
  run: async (ctx: Context) => {
    const { letterMonths } = ctx.house.config
    if (letterMonths === 0) return
    const time = addDays(ctx.now, renewedBefore(letterMonths))
    for (;;) {
      const renewed = await inTransaction(ctx, async (tx) => signAnew(tx, await lettersEndingBefore(tx, time, atOnce)))
      if (renewed < atOnce) return
    }
  },
})

/** Those that are in force still when they are locked. */
async function signAnew(ctx: Context, uuids: readonly string[]): Promise<number> {
  const letters = (await lockLetters(ctx, uuids)).filter(({ status }) => status === 'active')
  if (letters.length === 0) return 0
  const seals = await sealLetters(ctx, letters)
  const renewed = letters.flatMap((letter, i) => (seals[i] ? { ...letter, ...seals[i] } : []))
  await setSeals(
    ctx,
    renewed.map(({ uuid, statement, signature, key_id, valid_until }) => ({
      uuid,
      statement,
      signature,
      key_id,
      valid_until,
    })),
  )
  await auditAll(
    ctx,
    renewed.map(({ uuid, tenant_uuid: tenant, block, asn, valid_until }) => ({
      action: lettersAudit('letter.renewed'),
      subject: { kind: letterStates.noun, uuid },
      tenant,
      data: { block, asn, valid_until: toRfc3339(valid_until) },
    })),
  )
  await tellOfLetters(ctx, 'renewed', renewed)
  return renewed.length
}
