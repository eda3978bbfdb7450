import type { Context } from '../kernel/context.ts'
import type { Letter } from './letter.store.ts'

/** What makes a letter a document: its canonical statement, and the marketplace's signature over it. */
export interface Seal {
  readonly statement: string | null
  /** Base64url. */
  readonly signature: string | null
  readonly key_id: string | null
}

/** Of a letter that is released at the context's now. */
export async function sealLetter(_ctx: Context, _letter: Letter): Promise<Seal> {
  return { statement: null, signature: null, key_id: null }
}
