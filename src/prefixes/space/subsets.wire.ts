import { contains, type Prefix } from '../../kernel/ip/index.ts'
import { projectPrefix, type Fields } from '../prefix/fields.wire.ts'
import type { Sections } from '../prefix/prefix.wire.ts'

/** Trees as they are written: prefix by prefix in address order, each one's subsets open until what follows lies outside. */

interface Found {
  readonly spot: { readonly prefix: Prefix; readonly top: boolean }
  readonly found: Partial<Sections>
}

export async function* treeJson(
  batches: AsyncIterable<readonly Found[]>,
  fields: Fields,
  page: { readonly limit: number; readonly offset: number },
): AsyncGenerator<string> {
  const open: Prefix[] = []
  let begun = false
  for await (const batch of batches) {
    let text = begun ? '' : '{"data":['
    for (const { spot, found } of batch) {
      const { closing, sibling } = leave(open, spot, begun)
      const own = JSON.stringify(projectPrefix(found, fields)).slice(0, -1)
      text += `${closing}${sibling ? ',' : ''}${own},"subsets":[`
      open.push(spot.prefix)
      begun = true
    }
    if (begun && text !== '') yield text
  }
  yield `${begun ? ']}'.repeat(open.length) : '{"data":['}],"metadata":${JSON.stringify(page)}}`
}

/** What has to be closed before this one; whether it follows another in the same list. */
function leave(open: Prefix[], { prefix, top }: Found['spot'], begun: boolean): { closing: string; sibling: boolean } {
  const kept = top ? 0 : open.findLastIndex((around) => contains(around, prefix)) + 1
  const closed = open.length - kept
  open.length = kept
  return { closing: ']}'.repeat(closed), sibling: closed > 0 || (begun && open.length === 0) }
}
