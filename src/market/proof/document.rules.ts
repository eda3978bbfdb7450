/** Which documents are kept: what a page can show and no program can be, told by their first bytes and not by their names. */

export const mostDocumentBytes = 716_800
export const mostDocuments = 20

const kinds = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
] as const

type DocumentKind = (typeof kinds)[number][0]

/** Null: none of them. */
export function documentKind(content: Buffer): DocumentKind | null {
  return kinds.find(([, first]) => content.subarray(0, first.length).equals(first))?.[0] ?? null
}

/** As a file may be called anywhere. */
export const safeName = (name: string): string =>
  name
    .replaceAll(/[^\w .()-]+/g, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 120) || 'document'
