import { mailPeople, type Notice } from '../../identity/index.ts'
import type { Context } from '../../kernel/context.ts'
import { listener } from '../../kernel/work/events.ts'
import { workOn, type LetterWork } from './holder.actions.ts'
import { findLetters } from './letter.store.ts'
import { lettersEvents, type TogetherNews } from '../letters.events.ts'
import { lengthsText } from '../release/rpki.rules.ts'

/** What both sides of letters are told by mail: one mail to a company for all that happened together. */

type Told = TogetherNews['letters']

const countOf = (letters: Told): string =>
  letters.length === 1 ? `The LOA for ${letters[0]?.block}` : `${letters.length} LOAs`

const areOf = (letters: Told): string => (letters.length === 1 ? 'is' : 'are')
const wereOf = (letters: Told): string => (letters.length === 1 ? 'was' : 'were')

const listOf = (letters: Told): string =>
  letters.map((letter) => `${lengthsText(letter)} from AS${letter.asn}`).join('\n')

const revokers = { lessee: 'the lessee', holder: 'the holder of the block', operator: 'the marketplace' } as const

type Words = Pick<Notice, 'subject' | 'text'>
type Writer = (letters: Told, news: TogetherNews) => Words

const about = {
  lessee: { topic: 'letters', lead: { label: 'View LOAs', page: '/letters' } },
  holder: { topic: 'letters', lead: { label: 'View LOAs', page: '/letters-to-do' } },
} as const

const released: { readonly lessee: Writer; readonly holder: Writer } = {
  lessee: (letters) => ({
    subject: `${countOf(letters)} ${areOf(letters)} in force`,
    text: `You may announce these blocks now. Download the LOAs and send them to your upstreams.\n\n${listOf(letters)}\n`,
  }),
  holder: (letters) => ({
    subject: `${countOf(letters)} ${wereOf(letters)} released`,
    text: `Your lessees may now announce your blocks as follows. Keep the ROAs and route objects until you are told that the LOAs have ended.\n\n${listOf(letters)}\n`,
  }),
}

/** The holder has nothing to do. */
const renewed: Writer = (letters) => ({
  subject: `${countOf(letters)} ${wereOf(letters)} re-signed`,
  text: `Your leases go on, and so do the letters: they have a later end now, under the same codes. Download them again where somebody wants a paper that is valid longer.\n\n${listOf(letters)}\n`,
})

const revoked: Writer = (letters, { by, reason }) => ({
  subject: `${countOf(letters)} ${wereOf(letters)} revoked`,
  text: `Revoked by ${by === null ? 'the marketplace' : revokers[by]}${reason === null ? '' : `: ${reason}`}\n\n${listOf(letters)}\n\n${ending}`,
})

const expired: Writer = (letters) => ({
  subject: `${countOf(letters)} ${letters.length === 1 ? 'has' : 'have'} expired`,
  text: `The leases have ended, and the LOAs with them.\n\n${listOf(letters)}\n\n${ending}`,
})

/** Network-rules §3. */
const ending =
  'The routes are to be withdrawn first; once they are no longer visible, delete their ROAs and route objects, too.\n'

const writers = {
  'letters.released': released,
  'letters.renewed': { lessee: renewed },
  'letters.revoked': { lessee: revoked, holder: revoked },
  'letters.expired': { lessee: expired, holder: expired },
} as const satisfies Readonly<Record<string, Partial<Record<'lessee' | 'holder', Writer>>>>

export const tellBothSides = listener({
  name: 'letters.tell_both_sides',
  hears: [
    lettersEvents.on('letters.created', 'letters.released', 'letters.renewed', 'letters.revoked', 'letters.expired'),
  ],
  hear: async (ctx, { type, data, uuid }) => {
    if (type === 'letters.created') return askHolders(ctx, data, uuid)
    for (const side of ['lessee', 'holder'] as const) {
      const writer: Writer | undefined = { holder: undefined, ...writers[type] }[side]
      for (const [company, letters] of Map.groupBy(data.letters, (letter) => letter[side]))
        if (writer) await mailPeople(ctx, company, { ...about[side], ...writer(letters, data) }, uuid)
    }
  },
})

/** Who has asked is at the screen; the holder has something to do, unless the letter was released at once. */
async function askHolders(ctx: Context, { letters }: TogetherNews, event: string): Promise<void> {
  const found = await findLetters(
    ctx,
    letters.map(({ uuid }) => uuid),
  )
  const waiting = found.filter(({ status }) => status === 'pending').map((letter) => workOn(ctx, letter))
  for (const [holder, works] of Map.groupBy(waiting, ({ letter }) => letter.holder_uuid))
    await mailPeople(ctx, holder, { ...about.holder, ...request(works) }, event)
}

/** So many letters have their registry objects in the mail itself. */
const inFull = 20

function request(works: readonly LetterWork[]): Words {
  const [first] = works
  const what = works.length === 1 ? `An LOA for ${first?.letter.block} was` : `${works.length} LOAs were`
  const parts = works.map((work) => linesOf(work, works.length <= inFull).join('\n'))
  return {
    subject: `${what} requested`,
    text: `A lessee wants to announce space it leases from you. Please do the following, in this order, so that the routes are valid from the start.\n\n${parts.join('\n\n')}\n`,
  }
}

function linesOf({ letter, tasks }: LetterWork, whole: boolean): string[] {
  const open = tasks.filter(({ done }) => !done)
  return [
    `${lengthsText(letter)} from AS${letter.asn}${letter.as_name === null ? '' : ` (${letter.as_name})`}, for ${letter.company_name}`,
    ...open.flatMap(({ sentence, object }) => [`- ${sentence}`, ...(whole && object ? ['', object.text] : [])]),
  ]
}
