import type { Context } from '../context.ts'
import { slot } from '../slot.ts'

/** What goes along with a mail: named with it, made by its slice when it is handed over. */

export interface Paper {
  readonly kind: string
  readonly uuid: string
}

interface PaperFile {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

/** By kind; the company is the one that the mail is of. */
export type PaperMakers = Readonly<
  Record<string, (ctx: Context, company: string | null, uuid: string) => Promise<PaperFile>>
>

const makers = slot<{ by: PaperMakers }>(() => ({ by: {} }))

export function makePapersBy(owner: Parameters<typeof makers>[0], by: PaperMakers): void {
  makers(owner).by = by
}

export async function paperFor(ctx: Context, company: string | null, { kind, uuid }: Paper): Promise<PaperFile> {
  const make = makers(ctx).by[kind]
  if (!make) throw new Error(`nobody makes papers of the kind ${kind}`)
  return make(ctx, company, uuid)
}
