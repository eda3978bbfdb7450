/** Which documents are kept: what a page can show and no program can be, told by their first bytes and not by their names. */

export const mostDocumentBytes = 716_800
export const mostDocuments = 20

const kinds = [
  ['application/pdf', '%PDF-'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
] as const

type DocumentKind = (typeof kinds)[number][0]

/** Null: none of them. */
export function documentKind(content: Uint8Array): DocumentKind | null {
  const begins = String.fromCodePoint(...content.subarray(0, 8))
  return kinds.find(([, first]) => begins.startsWith(first))?.[0] ?? null
}

/** As a file may be called anywhere. */
export const safeName = (name: string): string =>
  name
    .replaceAll(/[^\w .()-]+/g, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 120) || 'document'
