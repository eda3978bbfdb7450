import type { Pdf } from '../../kernel/pdf.ts'

/** A QR code drawn as squares, so that it prints sharply at any size. */

/** The least the library draws. */
const border = 1

/** Without the light that readers need all around it, four modules wide (ISO/IEC 18004): the caller leaves that free. */
export async function drawQrCode(doc: Pdf, text: string, x: number, y: number, side: number): Promise<void> {
  const { default: encode } = await import('qr')
  const rows = encode(text, 'raw', { ecc: 'medium', border })
  const module = side / (rows.length - 2 * border)
  for (const [down, row] of rows.entries())
    for (const { from, to } of darkRuns(row))
      doc.rect(x + (from - border) * module, y + (down - border) * module, (to - from) * module, module)
  doc.fill('black')
}

/** Dark modules side by side are one box: no hair of light between them. */
function* darkRuns(row: readonly boolean[]): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = row.indexOf(true); from !== -1;) {
    const light = row.indexOf(false, from)
    const to = light === -1 ? row.length : light
    yield { from, to }
    from = row.indexOf(true, to)
  }
}
