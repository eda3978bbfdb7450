import { signatureFits, type Verifiers } from '../signing/letter-key.rules.ts'
import { readStatement, statementHead, type Statement } from '../signing/statement.rules.ts'

/**
 * A letter as a file. The statement and its signature stand in it in clear, as an attached text; and the whole file is
 * signed by the same key in a comment near its end, so that the page shows what the statement says.
 */

/** What is attached: the statement, and a last line with its signature. */
export const attachedText = (statement: string, signature: string): string => `${statement}signature: ${signature}\n`

const attached = new RegExp(`(?:^|\n)stream\n(${statementHead}\n[^]*?)signature: (.*)\n\nendstream\n`, 'g')

interface Signed {
  /** As they stand in the file: two texts may look alike once they are read. */
  readonly bytes: Buffer
  readonly signature: string
}

/** Null unless there is exactly one. */
function signedIn(file: Buffer): Signed | null {
  const [found, ...others] = [...file.toString('latin1').matchAll(attached)]
  if (!found || others.length > 0) return null
  const [, text = '', signature = ''] = found
  return { bytes: Buffer.from(text, 'latin1'), signature }
}

const end = /\nstartxref\n\d+\n%%EOF\n$/
const sealed = /\n%SubletSeal ([A-Za-z0-9_-]+)(?=\nstartxref\n\d+\n%%EOF\n$)/
/** Longer than any end of a file. */
const tail = 256

const endOf = (file: Buffer): string => file.subarray(-tail).toString('latin1')

/** Puts the seal over all of it before its last lines. */
export function sealFile(file: Buffer, sign: (bytes: Buffer) => string): Buffer {
  const last = end.exec(endOf(file))
  if (!last) throw new Error('this is no whole PDF')
  const cut = file.length - last[0].length
  return Buffer.concat([file.subarray(0, cut), Buffer.from(`\n%SubletSeal ${sign(file)}`), file.subarray(cut)])
}

/** What is sealed and by which signature. */
function sealIn(file: Buffer): Signed | null {
  const found = sealed.exec(endOf(file))
  if (!found) return null
  const from = file.length - Math.min(tail, file.length) + found.index
  const bytes = Buffer.concat([file.subarray(0, from), file.subarray(from + found[0].length)])
  return { bytes, signature: found[1] ?? '' }
}

export type Finding =
  | { readonly is: 'genuine' | 'page_changed'; readonly statement: Statement }
  | { readonly is: 'key_unknown'; readonly key: string }
  | { readonly is: 'no_letter' | 'not_signed' }

/** Everything that can be found out without asking anybody. */
export function examine(file: Buffer, keys: Verifiers): Finding {
  const signed = signedIn(file)
  const statement = signed && readStatement(signed.bytes.toString('utf8'))
  if (!signed || !statement) return { is: 'no_letter' }
  const key = keys.get(statement.key)
  if (!key) return { is: 'key_unknown', key: statement.key }
  if (!signatureFits(key, signed.bytes, signed.signature)) return { is: 'not_signed' }
  const seal = sealIn(file)
  return { is: seal && signatureFits(key, seal.bytes, seal.signature) ? 'genuine' : 'page_changed', statement }
}
