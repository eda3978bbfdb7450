import { onlySource } from './kinds.rules.ts'

/** How a provider's word on a place is shown. */

/** A source's own name, or the kind's where there is but one. */
export const providerOf = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  name === onlySource ? kind : name

const names = new Map<string, string>()
let inEnglish: Intl.DisplayNames | null = null

/** In English; the code itself where nobody has a name for it. */
export function countryName(code: string): string {
  const known = names.get(code)
  if (known !== undefined) return known
  inEnglish ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
  const name = /^[A-Z]{2}$/.test(code) ? (inEnglish.of(code) ?? code) : code
  names.set(code, name)
  return name
}
