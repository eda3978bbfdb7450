import { addressCount, formatAddress, knownPrefix, lastAddress } from '../../kernel/ip/index.ts'
import { openWriting, type Look, type Write } from '../../kernel/paper-text.ts'
import { attach, finishPdf, ink, openPdf, paper, type Pdf } from '../../kernel/pdf.ts'
import { drawQrCode } from '../../kernel/qr-code.ts'
import { attachedText } from './file.rules.ts'
import { lengthsOf, verifyAddress, type Statement } from '../signing/statement.rules.ts'

/** A letter on paper: one page, made of nothing but what is signed, and the same bytes whenever it is made. */

export type PaperSize = 'A4' | 'Letter'

interface SignedStatement extends Statement {
  /** As it was signed. */
  readonly text: string
  readonly signature: string
}

/** The page while it is drawn. */
interface Sheet {
  readonly doc: Pdf
  readonly left: number
  readonly width: number
  readonly height: number
  readonly put: (text: string, x: number, y: number, look: Partial<Look>) => number
  readonly heightOf: (text: string, look: Partial<Look>) => number
}

const accent = '#0b6e4f'

export async function letterPdf(letter: SignedStatement, size: PaperSize = 'A4'): Promise<Buffer> {
  const at = new Date(letter.issued)
  const doc = await openPdf({
    title: `Letter of authorisation: ${letter.block}, ${letter.origin}`,
    author: letter.marketplace,
    subject: letter.code,
    at,
    size: size === 'Letter' ? 'LETTER' : 'A4',
    fonts: ['serif', 'mono'],
  })
  attach(doc, 'letter.txt', attachedText(letter.text, letter.signature), {
    description: 'What this letter says, and the signature over it',
    at,
  })
  const sheet = await openSheet(doc)
  drawHead(sheet, letter)
  const top = drawSubject(sheet, letter, 122) + 16
  const room = (await drawProof(sheet, letter)) - 8 - top
  const dense = densities.find((each) => heightOfText(sheet, letter, each) <= room) ?? tightest
  drawParties(sheet, letter, drawWords(sheet, letter, top, dense), dense)
  const { marketplace, site } = letter
  return finishPdf(doc, [marketplace, site, nameOf(letter)].join('  ·  '), (text, x, top, room) =>
    sheet.put(text, x, top, { size: 7.5, color: ink.soft, room }),
  )
}

async function openSheet(doc: Pdf): Promise<Sheet> {
  const { write, heightOf } = await openWriting(doc)
  const { width: across, height } = doc.page
  const width = across - 2 * paper.margin
  const usual: Look = { font: 'plain', size: 8, color: ink.text, room: width, lines: 1, gap: 1.5 }
  const put = (...[text, x, y, look]: Parameters<Sheet['put']>): ReturnType<Write> =>
    write(text, x, y, { ...usual, ...look })
  return {
    doc,
    left: paper.margin,
    width,
    height,
    put,
    heightOf: (text, look) => heightOf(text, { ...usual, ...look }),
  }
}

/** Letters that were signed before they had references go by their own name. */
const nameOf = ({ reference, letter }: Statement): string => (reference === '' ? `Letter ${letter}` : reference)

function drawHead({ doc, left, width, put }: Sheet, letter: Statement): void {
  doc.rect(0, 0, doc.page.width, 6).fill(accent)
  const half = width / 2
  put(letter.marketplace, left, 38, { font: 'bold', size: 10, room: half })
  put(dayOf(letter.issued), left + half, 38, { size: 9, color: ink.soft, room: half, align: 'right' })
  put('Letter of Authorisation', left, 62, { font: 'serif', size: 25 })
  put('to announce IPv4 address space in the global routing system', left, 97, { size: 9.5, color: ink.soft })
}

/** The block, the number, how far the block may be split and for how long: what is looked for first. */
function drawSubject(sheet: Sheet, letter: Statement, top: number): number {
  const { doc, left, width, put } = sheet
  const block = knownPrefix(letter.block)
  const [first = ''] = letter.block.split('/')
  const range = `${first} – ${formatAddress(lastAddress(block))}`
  const isWhole = letter.block.endsWith(`/${letter['max-length']}`)
  const columns = [0, 186, 336] as const
  const room = [178, 142, width - 336 - 26] as const
  const cells = [
    ['Address block', letter.block, `${range}\n${addressCount(block).toLocaleString('en')} addresses`],
    ['Announced by', letter.origin, letter['origin-name']],
    ['Prefix lengths allowed', lengthsOf(letter.block, letter['max-length']), isWhole ? 'the block as a whole' : ''],
  ] as const
  const dates = [
    ['Valid from', momentOf(letter.issued)],
    ['Valid until', letter.until === '' ? 'the lease ends' : dayOf(letter.until)],
    ['Reference', letter.reference],
  ] as const
  doc.rect(left, top, width, 112).fill(ink.shade)
  doc.rect(left, top, 2.5, 112).fill(accent)
  for (const [i, [name, value, more]] of cells.entries()) {
    const at = { x: left + 18 + (columns[i] ?? 0), room: room[i] ?? 0 }
    label(sheet, name, at.x, top + 11)
    put(value, at.x, top + 24, { font: 'bold', size: 15, room: at.room })
    put(more, at.x, top + 47, { color: ink.soft, room: at.room, lines: 2 })
  }
  for (const [i, [name, value]] of dates.entries()) {
    if (value === '') continue
    label(sheet, name, left + 18 + (columns[i] ?? 0), top + 79)
    put(value, left + 18 + (columns[i] ?? 0), top + 90, { font: 'bold', size: 9, room: room[i] ?? 0 })
  }
  return top + 112
}

/** How large the letter itself is set, and how many lines a fact of its parties has; long names want it tighter. */
interface Density {
  readonly size: number
  readonly lines: number
}

const tightest: Density = { size: 8.6, lines: 1 }
const densities: readonly Density[] = [{ size: 10, lines: 3 }, { size: 9.4, lines: 2 }, tightest]

function heightOfText(sheet: Sheet, letter: Statement, dense: Density): number {
  const words = wordsOf(letter).reduce((sum, text) => sum + sheet.heightOf(text, wordsLook(dense)) + 6, 6)
  const room = sheet.width / 3 - 16
  const parties = partiesOf(letter).map(({ lines }) =>
    lines.reduce((sum, line, i) => sum + sheet.heightOf(line, partyLook(i, room, dense)) + partyGap(i), 22),
  )
  return words + Math.max(...parties)
}

const wordsLook = ({ size }: Density) => ({ font: 'serif', size, lines: 9, gap: size / 3 }) as const

function drawWords({ left, put }: Sheet, letter: Statement, top: number, dense: Density): number {
  return wordsOf(letter).reduce((y, text) => put(text, left, y, wordsLook(dense)) + 6, top) + 6
}

function wordsOf(letter: Statement): string[] {
  const { holder, company, marketplace, block, origin, until, 'max-length': most } = letter
  const parts = block.endsWith(`/${most}`)
    ? `${block}, as a whole,`
    : `${block}, whole or in prefixes no longer than /${most},`
  const end =
    until === ''
      ? 'until it is revoked or the lease of the block ends, whichever comes first'
      : `until ${dayOf(until)}, unless it is revoked or the lease of the block ends before`
  return [
    'To whom it may concern,',
    `${short(holder)}, the holder of the address block named above, has authorised ${short(marketplace)} to issue this letter on its behalf. By it, ${short(company)} may have ${parts} announced from autonomous system ${origin}, and networks that connect ${origin} may accept and carry these announcements.`,
    `This letter is in force from the moment of its issue ${end}. Before relying on a copy, see at the address below whether it is in force today.`,
  ]
}

/** A name in a sentence; in full it stands among the parties. */
const short = (name: string): string => {
  const letters = Array.from(name)
  return letters.length > 60 ? `${letters.slice(0, 59).join('').trimEnd()}…` : name
}

interface Party {
  readonly name: string
  readonly lines: readonly string[]
}

const partyLook = (place: number, room: number, { lines }: Density): Partial<Look> =>
  place === 0 ? { font: 'bold', size: 9.5, room, lines: 2 } : { color: ink.soft, room, lines }

const partyGap = (place: number): number => (place === 0 ? 2 : 1)

function drawParties(sheet: Sheet, letter: Statement, top: number, dense: Density): void {
  const third = sheet.width / 3
  rule(sheet, top)
  for (const [place, { name, lines }] of partiesOf(letter).entries()) {
    const x = sheet.left + place * third
    label(sheet, name, x, top + 10)
    lines.reduce((y, line, i) => sheet.put(line, x, y, partyLook(i, third - 16, dense)) + partyGap(i), top + 22)
  }
}

/** Who signs for the holder is named where the holder has named somebody. */
function partiesOf(letter: Statement): Party[] {
  const { holder, company, lessee, marketplace, site, issued, signatory } = letter
  const through = `through ${marketplace}, ${momentOf(issued)}`
  const parties = [
    { name: 'Holder', lines: [holder, letter['holder-address'], letter['holder-phone'], letter['holder-mail']] },
    { name: 'Authorised company', lines: [company, lessee === company ? '' : `Lessee: ${lessee}`] },
    signatory === ''
      ? { name: 'Issued by', lines: [marketplace, site, momentOf(issued)] }
      : { name: 'Signed for the holder', lines: [signatory, letter['signatory-role'], through, site] },
  ]
  return parties.map(({ name, lines }) => ({ name, lines: lines.filter((line) => line !== '') }))
}

/** How to see that it is genuine: the code to scan or type, the signature, and what exactly it covers. Returns where it begins. */
async function drawProof(sheet: Sheet, letter: SignedStatement): Promise<number> {
  const { doc, left, width, put } = sheet
  const top = drawStatement(sheet, letter.text) - 124
  const side = 98
  const x = left + side + 28
  const room = left + width - x
  const address = verifyAddress(letter)
  rule(sheet, top)
  await drawQrCode(doc, address, left, top + 13, side)
  label(sheet, 'Verify this letter', x, top + 13)
  put(address, x, top + 25, { color: accent, room, lines: 2, link: address })
  label(sheet, 'Verification code', x, top + 49)
  put(letter.code, x, top + 60, { font: 'mono', size: 9.5, room })
  label(sheet, `Signature of ${short(letter.marketplace)} (Ed25519)`, x, top + 84)
  put(letter.signature, x, top + 96, { font: 'mono', size: 6.8, room })
  return top
}

const tallestStatement = 118

/** In full, as it is signed and attached, at the foot of the page in two columns. Returns where it begins. */
function drawStatement(sheet: Sheet, text: string): number {
  const { doc, left, width, height: page, put, heightOf } = sheet
  const lines = text.trimEnd().split('\n')
  const half = Math.ceil(lines.length / 2)
  const columns = [lines.slice(0, half).join('\n'), lines.slice(half).join('\n')]
  const room = (width - 36) / 2
  const lookAt = (size: number) =>
    ({ font: 'mono', size, color: ink.soft, room, lines: 99, gap: size / 6, indent: size * 1.5 }) as const
  const heightAt = (size: number) => Math.max(...columns.map((column) => heightOf(column, lookAt(size))))
  const size = [6, 5.6, 5.2, 4.8, 4.4, 4].find((each) => heightAt(each) <= tallestStatement - 16) ?? 3.5
  const height = heightAt(size) + 16
  const top = page - 54 - height
  doc.rect(left, top, width, height).fill(ink.shade)
  for (const [i, column] of columns.entries()) put(column, left + 12 + i * (room + 12), top + 9, lookAt(size))
  label(sheet, 'What is signed, word for word; it is attached to this file as letter.txt', left, top - 13)
  return top - 13
}

const label = ({ put }: Sheet, text: string, x: number, y: number): number =>
  put(text, x, y, { font: 'bold', size: 7, color: ink.soft })

function rule({ doc, left, width }: Sheet, y: number): void {
  doc
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.6)
    .strokeColor(ink.rule)
    .stroke()
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const dayOf = (moment: string): string => days.format(new Date(moment))

const momentOf = (moment: string): string => `${dayOf(moment)}, ${moment.slice(11, 16)} UTC`
