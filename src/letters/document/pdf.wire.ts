import { addressCount, formatAddress, knownPrefix, lastAddress } from '../../kernel/ip/index.ts'
import { attach, finishPdf, ink, openPdf, paper, type Font, type Pdf } from '../../kernel/pdf.ts'
import { drawQrCode } from '../../kernel/qr-code.ts'
import { attachedText } from './file.rules.ts'
import { verifyAddress, type Statement } from '../signing/statement.rules.ts'

/** A letter on paper: one page, made of nothing but what is signed, and the same bytes whenever it is made. */

interface SignedStatement extends Statement {
  /** As it was signed. */
  readonly text: string
  readonly signature: string
}

const left = paper.margin
const right = paper.width - left
const width = right - left
const accent = '#0b6e4f'

export async function letterPdf(letter: SignedStatement): Promise<Buffer> {
  const at = new Date(letter.issued)
  const doc = await openPdf({
    title: `Letter of authorisation: ${letter.block}, ${letter.origin}`,
    author: letter.marketplace,
    subject: letter.code,
    at,
    fonts: ['serif', 'mono'],
  })
  attach(doc, 'letter.txt', attachedText(letter.text, letter.signature), {
    description: 'What this letter says, and the signature over it',
    at,
  })
  drawHead(doc, letter)
  let y = drawSubject(doc, letter, 138)
  y = drawWords(doc, letter, y + 22)
  drawParties(doc, letter, y + 10)
  await drawProof(doc, letter)
  return finishPdf(doc, `${letter.marketplace}  ·  ${letter.site}  ·  Letter ${letter.letter}`)
}

function drawHead(doc: Pdf, { marketplace, issued }: Statement): void {
  doc.rect(0, 0, paper.width, 6).fill(accent)
  put(doc, marketplace, left, 44, { font: 'bold', size: 10, room: width / 2 })
  put(doc, dayOf(issued), left + width / 2, 44, { size: 9, color: ink.soft, room: width / 2, align: 'right' })
  put(doc, 'Letter of Authorisation', left, 76, { font: 'serif', size: 27 })
  put(doc, 'to announce IPv4 address space in the global routing system', left, 113, { size: 9.5, color: ink.soft })
}

/** The block, the number, and how far the block may be split: what is looked for first. */
function drawSubject(doc: Pdf, letter: Statement, top: number): number {
  const block = knownPrefix(letter.block)
  const [first = ''] = letter.block.split('/')
  const count = addressCount(block).toLocaleString('en')
  const range = `${first} – ${formatAddress(lastAddress(block))}`
  const cells = [
    { name: 'Address block', value: letter.block, more: `${range}\n${count} addresses`, x: 0, room: 206 },
    { name: 'Announced by', value: letter.origin, more: letter['origin-name'], x: 222, room: 142 },
    { name: 'Longest prefix', value: `/${letter['max-length']}`, more: longest(letter), x: 382, room: 84 },
  ]
  doc.rect(left, top, width, 88).fill(ink.shade)
  doc.rect(left, top, 2.5, 88).fill(accent)
  for (const { name, value, more, x, room } of cells) {
    label(doc, name, left + 18 + x, top + 15)
    put(doc, value, left + 18 + x, top + 29, { font: 'bold', size: 16, room })
    put(doc, more, left + 18 + x, top + 55, { size: 8, color: ink.soft, room, lines: 2 })
  }
  return top + 88
}

const longest = ({ block, 'max-length': most }: Statement): string =>
  block.endsWith(`/${most}`) ? 'the whole block' : 'or shorter'

function drawWords(doc: Pdf, letter: Statement, top: number): number {
  const { holder, company, marketplace, block, origin, 'max-length': most } = letter
  const parts = block.endsWith(`/${most}`)
    ? `${block}, as a whole,`
    : `${block}, whole or in prefixes no longer than /${most},`
  const paragraphs = [
    'To whom it may concern,',
    `${short(holder)}, the holder of the address block named above, has authorised ${short(marketplace)} to issue this letter on its behalf. By it, ${short(company)} may have ${parts} announced from autonomous system ${origin}, and networks that connect ${origin} may accept and carry these announcements.`,
    'This letter is in force from the moment of its issue until it is revoked or the lease of the block ends, whichever comes first. Before relying on a copy, see at the address below whether it is in force today.',
  ]
  let y = top
  for (const text of paragraphs) {
    doc.font('serif').fontSize(10.2).fillColor(ink.text).text(text, left, y, { width, lineGap: 4 })
    y = doc.y + 7
  }
  return y
}

/** A name in a sentence; in full it stands among the parties. */
const short = (name: string): string => (name.length > 60 ? `${name.slice(0, 59).trimEnd()}…` : name)

function drawParties(doc: Pdf, letter: Statement, top: number): void {
  const { holder, company, lessee, marketplace, site, issued } = letter
  const cells = [
    { name: 'Holder', lines: [holder] },
    { name: 'Authorised company', lines: [company, ...(lessee === company ? [] : [`Lessee: ${lessee}`])] },
    { name: 'Issued by', lines: [marketplace, site, momentOf(issued)] },
  ]
  const third = width / 3
  rule(doc, top)
  for (const [place, { name, lines }] of cells.entries()) {
    const x = left + place * third
    const room = third - 16
    label(doc, name, x, top + 14)
    let y = top + 28
    for (const [i, line] of lines.entries()) {
      const look = { size: i === 0 ? 9.5 : 8, color: i === 0 ? ink.text : ink.soft, room, lines: i === 0 ? 2 : 1 }
      y = put(doc, line, x, y, { ...look, font: i === 0 ? 'bold' : 'plain' }) + 3
    }
  }
}

/** How to see that it is genuine: the code to scan or type, the signature, and what exactly it covers. */
async function drawProof(doc: Pdf, letter: SignedStatement): Promise<void> {
  const top = drawStatement(doc, letter.text) - 130
  const side = 98
  const x = left + side + 28
  const room = right - x
  rule(doc, top)
  await drawQrCode(doc, verifyAddress(letter), left, top + 16, side)
  label(doc, 'Verify this letter', x, top + 16)
  put(doc, verifyAddress(letter), x, top + 28, { size: 8, color: accent, room, lines: 2, link: verifyAddress(letter) })
  label(doc, 'Verification code', x, top + 52)
  put(doc, letter.code, x, top + 63, { font: 'mono', size: 9.5, room })
  label(doc, `Signature of ${short(letter.marketplace)} (Ed25519)`, x, top + 87)
  put(doc, letter.signature, x, top + 99, { font: 'mono', size: 6.8, room })
}

const statementBottom = 788
const tallestStatement = 121

/** In full, as it is signed and attached, at the foot of the page. Returns where it begins. */
function drawStatement(doc: Pdf, text: string): number {
  const lines = text.trimEnd()
  const room = width - 24
  const heightAt = (size: number) =>
    doc
      .font('mono')
      .fontSize(size)
      .heightOfString(lines, { width: room, lineGap: size / 5 })
  const size = [6.2, 5.6, 5, 4.5, 4].find((each) => heightAt(each) <= tallestStatement) ?? 3.5
  const height = heightAt(size) + 16
  const top = statementBottom - height
  doc.rect(left, top, width, height).fill(ink.shade)
  put(doc, lines, left + 12, top + 9, { font: 'mono', size, color: ink.soft, room, lines: 99, gap: size / 5 })
  label(doc, 'What is signed, word for word; it is attached to this file as letter.txt', left, top - 13)
  return top - 13
}

interface Look {
  readonly font?: Font
  readonly size: number
  readonly color?: string
  readonly room?: number
  readonly lines?: number
  readonly gap?: number
  readonly align?: 'right'
  readonly link?: string
}

/** Text that keeps to its place: what is too long ends in dots. Returns where it ends. */
function put(doc: Pdf, text: string, x: number, y: number, look: Look): number {
  const { font = 'plain', size, color = ink.text, room = width, lines = 1, gap = 1.5, align, link } = look
  doc.font(font).fontSize(size).fillColor(color)
  const height = lines * (doc.currentLineHeight(true) + gap)
  const options = {
    width: room,
    height,
    ellipsis: true,
    lineGap: gap,
    ...(align ? { align } : {}),
    ...(link ? { link } : {}),
  }
  doc.text(text, x, y, options)
  return y + Math.min(height, doc.heightOfString(text, options))
}

const label = (doc: Pdf, text: string, x: number, y: number): number =>
  put(doc, text, x, y, { font: 'bold', size: 7, color: ink.soft })

function rule(doc: Pdf, y: number): void {
  doc.moveTo(left, y).lineTo(right, y).lineWidth(0.6).strokeColor(ink.rule).stroke()
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const dayOf = (issued: string): string => days.format(new Date(issued))

const momentOf = (issued: string): string => `${dayOf(issued)}, ${issued.slice(11, 16)} UTC`
