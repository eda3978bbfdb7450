import type { Pdf } from './pdf.ts'

/** QR codes: as rows of modules, and drawn as squares, so that they print sharply at any size. */

/** The least the library draws. */
const border = 1

/** Row by row, true where it is dark, without the light around it. Level M; the library is loaded when one is wanted. */
export async function qrModules(text: string): Promise<boolean[][]> {
  const { default: encode } = await import('qr')
  const rows = encode(text, 'raw', { ecc: 'medium', border })
  return rows.slice(border, -border).map((row) => row.slice(border, -border))
}

/** Without the light that readers need all around it, four modules wide (ISO/IEC 18004): the caller leaves that free. */
export async function drawQrCode(doc: Pdf, text: string, x: number, y: number, side: number): Promise<void> {
  const rows = await qrModules(text)
  const module = side / rows.length
  for (const [down, row] of rows.entries())
    for (const { from, to } of darkRuns(row))
      doc.rect(x + from * module, y + down * module, (to - from) * module, module)
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
