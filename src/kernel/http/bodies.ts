import { isUtf8 } from 'node:buffer'
import { inspect } from './input.ts'
import type { Endpoint } from '../endpoint.ts'
import { kernelProblem, type Problem } from '../problems.ts'

/** Bytes to values, strictly: invalid UTF-8 is refused, not repaired. */

export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw kernelProblem('unreadable_body', { message: 'The body is not valid UTF-8.' })
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw kernelProblem('unreadable_body', { message: `The body is not readable JSON: ${(error as Error).message}.` })
  }
  inspect(value)
  return value
}

/** What needs no decoding, which is nearly everything clients send. */
const plain = /^[\w.~-]*$/

/** A form, each field once (RFC 6749 §3.2 forbids repeated parameters). */
export function readForm(bytes: Buffer): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  if (!isUtf8(bytes)) throw kernelProblem('unreadable_body', { message: 'The form is not valid UTF-8.' })
  for (const pair of bytes.toString('utf8').split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decodeField(cut < 0 ? pair : pair.slice(0, cut))
    if (name in fields)
      throw kernelProblem('unreadable_body', { message: `The form has the field "${name.slice(0, 40)}" twice.` })
    fields[name] = cut < 0 ? '' : decodeField(pair.slice(cut + 1))
  }
  return fields
}

/** The same as multipart/form-data (RFC 7578); nobody wants files. */
export async function readParts(bytes: Buffer<ArrayBuffer>, type: string): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null)
  if (bytes.length === 0) return fields
  const unreadable = (message: string) => kernelProblem('unreadable_body', { message })
  if (!isUtf8(bytes) || bytes.includes(0)) throw unreadable('The form is not valid UTF-8 or has a NUL.')
  const parts = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw unreadable('The form is not readable multipart/form-data.')
  })
  for (const [name, value] of parts) {
    if (typeof value !== 'string') throw unreadable('The form has a file, and none is wanted.')
    if (name in fields) throw unreadable(`The form has the field "${name.slice(0, 40)}" twice.`)
    fields[name] = value
  }
  return fields
}

function decodeField(text: string): string {
  if (plain.test(text)) return text
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Falls through to the same refusal.
  }
  throw kernelProblem('unreadable_body', {
    message: 'The form has a field that is not percent-encoded UTF-8 or has a NUL.',
  })
}

/** A form where one is wanted and nowhere else; media types are case-insensitive (RFC 9110 §8.3.1). */
export function refuseMediaType(form: Endpoint['form'], type = ''): void {
  if (form === 'either' && /^multipart\/form-data\b/i.test(type)) return
  if (/^application\/x-www-form-urlencoded\b/i.test(type) !== (form !== undefined)) throw wrongMediaType(form)
}

/** Names the type that this endpoint takes. */
export const wrongMediaType = (form: Endpoint['form']): Problem =>
  kernelProblem('media_type', form ? { message: 'Send the fields as application/x-www-form-urlencoded.' } : {})
