import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { ownMaintainers } from '../../market/index.ts'
import { networkFacts, validateAsn } from '../../network/index.ts'
import { pageOfLetters, type LetterQuery } from './holder.store.ts'
import { releaseLetters, revokeLetters } from './letter.actions.ts'
import { isLive, letterStates } from './letter.states.ts'
import {
  findLetterOfHolder,
  findLetters,
  lockLetters,
  setCompanyConfirmed,
  type Letter,
  type LetterInPlace,
} from './letter.store.ts'
import { tellOfCompany } from './news.actions.ts'
import { lettersAudit } from '../letters.events.ts'
import { companyFault } from '../purchase/company.rules.ts'
import { lettersProblem } from '../letters.problems.ts'
import { lacksForWord, type Release } from '../release/readiness.rules.ts'
import { doubtOf, intentOf, rpkiSight, type Doubt } from '../release/rpki.rules.ts'
import { objectsFor, tasksFor, type Task } from '../release/todo.rules.ts'
import { tracesOf } from '../release/trace.rules.ts'

/** Letters on a holder's blocks: what there is to do for them, its word, and their revocation. */

export { pageOfLetters as listLetters, type LetterQuery }

/** Who speaks: the holder of the block, or the operator for anybody's. */
export type Speaker = { readonly by: 'holder'; readonly holder: string } | { readonly by: 'operator' }

async function letterFor(ctx: Context, speaker: Speaker, uuid: string): Promise<LetterInPlace> {
  const letter =
    speaker.by === 'holder' ? await findLetterOfHolder(ctx, speaker.holder, uuid) : (await findLetters(ctx, [uuid]))[0]
  if (!letter) throw kernelProblem('not_found')
  return letter
}

/** Looked at before it is locked: nobody makes others wait by naming their letters. */
async function lockLetterFor(ctx: Context, speaker: Speaker, uuid: string): Promise<LetterInPlace> {
  await letterFor(ctx, speaker, uuid)
  const [letter] = await lockLetters(ctx, [uuid])
  if (!letter) throw kernelProblem('not_found')
  return letter
}

export interface LetterWork {
  readonly letter: LetterInPlace
  readonly tasks: readonly Task[]
}

export async function showWork(ctx: Context, speaker: Speaker, uuid: string): Promise<LetterWork> {
  return workOn(ctx, await letterFor(ctx, speaker, uuid))
}

export function workOn(ctx: Context, letter: LetterInPlace): LetterWork {
  const traces = tracesOf(networkFacts(ctx), intentOf(letter), ctx.house.config.minPeers)
  const doubt = doubtIn(ctx, letter)
  return { letter, tasks: tasksFor({ ...groundOf(ctx, letter), traces, release: releaseOf(ctx), doubt }) }
}

function doubtIn(ctx: Context, letter: LetterInPlace): Doubt | null {
  const intent = intentOf(letter)
  return doubtOf(letter, rpkiSight(intent, networkFacts(ctx).vrps(intent.block)))
}

function groundOf(ctx: Context, letter: LetterInPlace) {
  const network = networkFacts(ctx)
  const block = knownPrefix(letter.block)
  const record = network.registryRecord(block)
  const named = letter.maintainer_id === null ? [] : [letter.maintainer_id]
  const { publicUrl } = ctx.house.config
  return {
    letter,
    record,
    maintainers: [...named, ...(record?.value ? ownMaintainers(record.value) : [])],
    zones: network.reverseZones(block),
    // RFC 9632 §3: others fetch it by HTTPS alone.
    geofeed: publicUrl.startsWith('https:') ? `${publicUrl}/geofeed/${letter.tenant_uuid}.csv` : null,
  }
}

const releaseOf = ({ house }: Context): Release => house.config.letterRelease as Release

/** The registry objects that were asked for, as one text with a name for its file. */
export async function showObjects(ctx: Context, holder: string, uuid: string): Promise<{ name: string; text: string }> {
  const letter = await letterFor(ctx, { by: 'holder', holder }, uuid)
  const { block, asn } = letter
  const objects = objectsFor(groundOf(ctx, letter)).map((object) => object.text)
  const none = ['% No registry object was asked for with this letter.\n']
  return {
    name: `AS${asn}-${block.replace('/', '-')}`,
    text: [`% ${block} from AS${asn}\n`, ...(objects.length > 0 ? objects : none)].join('\n'),
  }
}

/** The holder alone lets a letter on its block name whom the lessee has named. The letter may be ready by that. */
export async function confirmCompany(ctx: Context, holder: string, uuid: string): Promise<LetterWork> {
  const letter = await lockLetterFor(ctx, { by: 'holder', holder }, uuid)
  if (!isLive(letter)) throw lettersProblem('letter_over')
  if (letter.company_confirmed_at !== null) throw lettersProblem('letter_company_confirmed')
  const { block, asn, company_name } = letter
  const fault = companyFault(company_name)
  if (fault !== null) throw lettersProblem('letter_company_invalid', { fields: { company_name: [fault] } })
  await setCompanyConfirmed(ctx, uuid)
  await audit(ctx, {
    action: lettersAudit('letter.company_confirmed'),
    subject: { kind: letterStates.noun, uuid },
    tenant: holder,
    data: { block, asn, company_name },
  })
  const confirmed = { ...letter, company_confirmed_at: ctx.now, company_confirmed_by: 'holder' } as const
  await tellOfCompany(ctx, confirmed)
  return workOn(ctx, confirmed)
}

/** All is done, they say: the letter is released, if nothing is missing that nobody can speak for. */
export async function confirmLetter(ctx: Context, speaker: Speaker, uuid: string): Promise<LetterWork> {
  const letter = await lockLetterFor(ctx, speaker, uuid)
  if (letter.status === 'active') throw lettersProblem('letter_released')
  if (!isLive(letter)) throw lettersProblem('letter_over')
  const { valid: asnValid } = await validateAsn(ctx, letter.asn)
  const doubt = doubtIn(ctx, letter)
  const fields = lacksForWord(letter, { asnValid, by: speaker.by, release: releaseOf(ctx), doubt })
  if (Object.keys(fields).length > 0) throw lettersProblem('letter_not_ready', { fields })
  return afterwards(ctx, letter, await releaseLetters(ctx, [letter], speaker.by, doubt))
}

export async function revokeLetter(ctx: Context, speaker: Speaker, uuid: string, reason: string): Promise<LetterWork> {
  const letter = await lockLetterFor(ctx, speaker, uuid)
  if (!isLive(letter)) throw lettersProblem('letter_over')
  return afterwards(ctx, letter, await revokeLetters(ctx, [letter], speaker.by, reason))
}

const afterwards = (ctx: Context, place: LetterInPlace, [moved]: readonly Letter[]): LetterWork =>
  workOn(ctx, { ...place, ...moved })
