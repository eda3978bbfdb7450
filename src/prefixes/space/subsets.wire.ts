import { contains, type Prefix } from '../../kernel/ip/index.ts'

/** Trees as they are written: prefix by prefix in address order, each one's subsets open until what follows lies outside. */

interface Written {
  readonly spot: { readonly prefix: Prefix; readonly top: boolean }
  readonly text: string
}

interface Page {
  readonly limit: number
  readonly offset: number
}

export async function* treeJson(batches: AsyncIterable<readonly Written[]>, page: Page): AsyncGenerator<string> {
  const open: Prefix[] = []
  let begun = false
  for await (const batch of batches) {
    let text = begun ? '' : '{"data":['
    for (const { spot, text: own } of batch) {
      const { closing, sibling } = leave(open, spot, begun)
      text += `${closing}${sibling ? ',' : ''}${own.slice(0, -1)},"subsets":[`
      open.push(spot.prefix)
      begun = true
    }
    if (begun && text !== '') yield text
  }
  yield `${begun ? ']}'.repeat(open.length) : '{"data":['}],"metadata":${JSON.stringify(page)}}`
}

/** What has to be closed before this one; whether it follows another in the same list. */
function leave(
  open: Prefix[],
  { prefix, top }: Written['spot'],
  begun: boolean,
): { closing: string; sibling: boolean } {
  const kept = top ? 0 : open.findLastIndex((around) => contains(around, prefix)) + 1
  const closed = open.length - kept
  open.length = kept
  return { closing: ']}'.repeat(closed), sibling: closed > 0 || (begun && open.length === 0) }
}

/** The same without what lies inside. */
export const listJson = (written: readonly Written[], page: Page): string =>
  `{"data":[${written.map(({ text }) => text).join()}],"metadata":${JSON.stringify(page)}}`
