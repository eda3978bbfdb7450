import { createRequire } from 'node:module'

/**
 * Paper: pages in fonts that print any European, Greek and Cyrillic text, the same bytes for the same content. Other scripts:
 * `paper-text.ts`.
 */

export type Pdf = PDFKit.PDFDocument

/** Points: A4, unless a paper asks for the other size. */
export const paper = { width: 595.28, height: 841.89, margin: 50, bottom: 790 } as const

export const ink = { text: '#1b1f24', soft: '#5c6670', rule: '#d0d5da', shade: '#f3f5f7' } as const

const require = createRequire(import.meta.url)

const files = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  serif: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
  mono: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
} as const

export type Font = keyof typeof files

/** As they were read for the first paper: reading them takes ten times as long as setting a page. */
const read = new Map<string, string>()

function addFont(doc: Pdf, name: Font): void {
  doc.registerFont(name, read.get(name) ?? files[name]).font(name)
  // The library takes a font that has been read wherever it takes a path; its types do not know.
  read.set(name, (doc as unknown as { readonly _font: { readonly font: string } })._font.font)
}

/** The library is large and seldom needed, so it is loaded when somebody asks for paper. */
export async function openPdf(facts: {
  readonly title: string
  readonly author: string
  readonly subject?: string
  readonly at: Date
  /** As the library calls it; A4 unless given. */
  readonly size?: string
  /** Beside the plain and the bold one. */
  readonly fonts?: readonly Font[]
}): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: facts.size ?? 'A4',
    // Pages end where the layout says so; a bottom margin would end them by itself.
    margins: { top: paper.margin, left: paper.margin, right: paper.margin, bottom: 0 },
    bufferPages: true,
    // None by default: a font that is opened under two names is read anew each time it is used.
    font: '',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: facts.title,
      Author: facts.author,
      ...(facts.subject === undefined ? {} : { Subject: facts.subject }),
      Creator: 'Sublet',
      Producer: 'Sublet',
      CreationDate: facts.at,
    },
  })
  for (const font of [...(facts.fonts ?? []), 'bold', 'plain'] as const) addFont(doc, font)
  return doc.font('plain').fillColor(ink.text)
}

/** A file within the file, in clear: its bytes can be found without a reader of PDFs. */
export function attach(
  doc: Pdf,
  name: string,
  text: string,
  about: { readonly description: string; readonly at: Date },
): void {
  const whole = doc as Pdf & { compress: boolean }
  const { compress } = whole
  whole.compress = false
  const { description, at } = about
  doc.file(Buffer.from(text), { name, type: 'text/plain', description, creationDate: at, modifiedDate: at })
  whole.compress = compress
}

type WriteFoot = (text: string, x: number, y: number, room: number) => void

const writePlainly =
  (doc: Pdf): WriteFoot =>
  (text, x, y, width) =>
    doc
      .font('plain')
      .fontSize(7.5)
      .fillColor(ink.soft)
      .text(text, x, y, { width, lineBreak: false, height: 10, ellipsis: true })

/** A line at the foot of every page, with its number among all; then the bytes. */
export async function finishPdf(doc: Pdf, foot: string, write: WriteFoot = writePlainly(doc)): Promise<Buffer> {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const [x, y] = [paper.margin, doc.page.height - 35.89]
    const width = doc.page.width - 2 * x
    write(foot, x, y, width - 80)
    doc.font('plain').fontSize(7.5).fillColor(ink.soft)
    doc.text(`Page ${page - start + 1} of ${count}`, x, y, { width, lineBreak: false, align: 'right' })
  }
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    doc.end()
  })
}
