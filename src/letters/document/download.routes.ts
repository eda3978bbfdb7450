import { Readable } from 'node:stream'
import { tenantOf, type Context } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Type, Uuid } from '../../kernel/http/schema.ts'
import { zipOf, type ZippedFile } from '../../kernel/zip.ts'
import { printableLetter, printableLetters, type Printable } from './download.actions.ts'
import { sealFile } from './file.rules.ts'
import { letterPdf, type PaperSize } from './pdf.wire.ts'
import { lettersProblem } from '../letters.problems.ts'

/** Letters on paper: one, or all of a lease that are in force. */

const nameOf = (block: string): string => block.replace('/', '-')

async function printed({ house }: Context, letter: Printable): Promise<ZippedFile> {
  const { block, asn, at, statement, text, signature, sign } = letter
  const bytes = sealFile(
    await letterPdf({ ...statement, text, signature }, house.config.letterPaper as PaperSize),
    sign,
  )
  return { name: `letter-${nameOf(block)}-AS${asn}.pdf`, bytes, at }
}

async function* printedOnes(ctx: Context, letters: AsyncIterable<Printable>): AsyncGenerator<ZippedFile> {
  for await (const letter of letters) yield printed(ctx, letter)
}

const named = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` })

export const downloadRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'downloadLetters',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/services/:serviceUUID/loa/download',
    tag: 'Letters',
    summary: 'Download a letter of authorisation, or all of a service',
    description:
      'With `loa_uuid` that letter as PDF: signed, with the statement attached as text. Without it a ZIP of all that are active; 204 when there is none.',
    access: { by: 'token', scope: 'billing' },
    params: Type.Object({ serviceUUID: Uuid }),
    query: Type.Object({ loa_uuid: Type.Optional(Uuid) }),
    content: ['application/pdf', 'application/zip'],
    also: { 204: 'No letter of this service is active.' },
    refuses: lettersProblem.rows('letter_pending', 'letter_over'),
    handle: async (ctx, { params: { serviceUUID: lease }, query: { loa_uuid: uuid } }) => {
      if (uuid !== undefined) {
        const { name, bytes } = await printed(ctx, await printableLetter(ctx, tenantOf(ctx), lease, uuid.toLowerCase()))
        return new Content('application/pdf', bytes, named(name))
      }
      const all = await printableLetters(ctx, tenantOf(ctx), lease)
      if (!all) return new Content('', '', {}, 204)
      const zip = Readable.from(zipOf(printedOnes(ctx, all.letters)), { objectMode: false })
      return new Content('application/zip', zip, named(`letters-${nameOf(all.block)}.zip`))
    },
  }),
]
