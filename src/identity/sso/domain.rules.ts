import { randomBytes } from 'node:crypto'

/** Mail domains of companies, proven by a TXT record. */

export const mostDomains = 20

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** As the DNS has it, in lower case; null: no domain that mail could go to. */
export function mailDomain(typed: string): string | null {
  const name = typed.trim().replace(/^@/, '').replace(/\.$/, '')
  const ascii = /[/?#:@\s\\]/.test(name) ? '' : (URL.parse(`http://${name}/`)?.hostname ?? '')
  const labels = ascii.split('.')
  const isName = ascii.length <= 253 && labels.length >= 2 && labels.every((one) => label.test(one))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? ascii : null
}

export const domainOf = (email: string): string | null => mailDomain(email.slice(email.lastIndexOf('@') + 1))

/** Where anybody gets an address. Short: it keeps people from a mistake; the proof keeps others out. */
const publicDomains = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com ' +
    'aol.com proton.me protonmail.com pm.me gmx.com gmx.net gmx.de web.de t-online.de mail.com mail.ru yandex.ru ' +
    'yandex.com zoho.com fastmail.com qq.com 163.com 126.com orange.fr free.fr laposte.net libero.it hey.com tutanota.com'
  ).split(' '),
)

export const isPublicDomain = (domain: string): boolean => publicDomains.has(domain)

export const newDomainToken = (): string => randomBytes(16).toString('hex')

/** The record that proves it. */
export const recordOf = ({ domain, token }: { readonly domain: string; readonly token: string }) => ({
  name: `_sublet-sign-on.${domain}`,
  text: `sublet-sign-on=${token}`,
})

/** The domain itself, then the zones it may be part of: down to two labels, since what has one is a registry's. */
export function zonesOf(domain: string): string[] {
  const labels = domain.split('.')
  return Array.from({ length: labels.length - 1 }, (_, n) => labels.slice(n).join('.'))
}
