import {
  dayOf,
  drawHead,
  drawParties,
  left,
  openPaper,
  rule,
  sealPaper,
  width,
  type Seller,
} from '../../invoicing/index.ts'
import { addressCount, formatAddress, knownPrefix, lastAddress } from '../../kernel/ip/index.ts'
import { ink, type Pdf } from '../../kernel/pdf.ts'
import type { Offer } from '../offer/offer.store.ts'

/** The holder's authorisation (LOA-A) on paper. */

export interface AuthorisationPaper {
  readonly offer: Pick<
    Offer,
    'uuid' | 'block' | 'registry' | 'authorisation' | 'authorised_by' | 'authorisation_revoked_at'
  >
  readonly signedAt: Date
  readonly holder: string
  readonly seller: Seller
}

export async function authorisationPdf(paper: AuthorisationPaper): Promise<Buffer> {
  const { offer, signedAt, holder, seller } = paper
  const head = { seller, name: "Holder's authorisation", number: `LOA-A ${offer.block}`, at: signedAt }
  const doc = await openPaper(head)
  const given = { title: 'Given by', lines: [holder, ...(offer.authorised_by === null ? [] : [offer.authorised_by])] }
  let y = drawParties(doc, drawHead(doc, head), seller, given, factsOf(paper))
  y = drawBlock(doc, offer.block, y)
  drawWords(doc, paper, y + 24)
  return sealPaper(doc, seller)
}

function factsOf({ offer, signedAt }: AuthorisationPaper): (readonly [string, string])[] {
  const revokedAt = offer.authorisation_revoked_at
  return [
    ['Signed', dayOf(signedAt)],
    ['Registry', offer.registry],
    ['Status', offer.authorisation],
    ...(revokedAt === null ? [] : ([['Revoked', dayOf(revokedAt)]] as const)),
  ]
}

function drawBlock(doc: Pdf, text: string, top: number): number {
  const block = knownPrefix(text)
  const height = 64
  doc.rect(left, top, width, height).fill(ink.shade)
  doc
    .font('bold')
    .fontSize(20)
    .fillColor(ink.text)
    .text(text, left + 18, top + 13, { lineBreak: false })
  const range = `${text.split('/')[0]} – ${formatAddress(lastAddress(block))}, ${addressCount(block).toLocaleString('en')} addresses`
  doc
    .font('plain')
    .fontSize(8.5)
    .fillColor(ink.soft)
    .text(range, left + 18, top + 41, { lineBreak: false })
  return top + height
}

function drawWords(doc: Pdf, { offer, signedAt, holder, seller }: AuthorisationPaper, top: number): void {
  const revokedAt = offer.authorisation_revoked_at
  const paragraphs = [
    `${holder} holds the address block ${offer.block} and offers it, or parts of it, for lease through ${seller.name}.`,
    `By this authorisation ${holder} lets ${seller.name} issue letters of authorisation in its name to those who lease the block or a part of it. Such a letter lets a network announce the leased part from one autonomous system, for as long as the lease runs and the letter is not revoked.`,
    `${holder} undertakes to publish the ROAs and route objects that are asked for with such letters, and to remove them when the letters have ended.`,
    revokedAt === null
      ? 'It is in force until it is revoked. Revoking it takes the block off the market and ends no lease; from then on no new letter is issued.'
      : `It was revoked on ${dayOf(revokedAt)}. From then on no new letter is issued; leases that ran went on.`,
    `Signed electronically${offer.authorised_by === null ? '' : ` by ${offer.authorised_by}`} on ${dayOf(signedAt)}.`,
  ]
  let y = top
  for (const text of paragraphs) {
    doc.font('plain').fontSize(10).fillColor(ink.text).text(text, left, y, { width, lineGap: 4 })
    y = doc.y + 9
  }
  rule(doc, y + 6)
  doc
    .fontSize(7.5)
    .fillColor(ink.soft)
    .text(`Market service ${offer.uuid}`, left, y + 14, { lineBreak: false })
}
