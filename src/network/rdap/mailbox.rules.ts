/** Which of the addresses in a registry's record stand for whoever holds the block. */

/** Registries, regional and national, and those who answer in their place: theirs is nobody's proof of a block. */
const registryDomains = [
  'afrinic.net',
  'apnic.net',
  'arin.net',
  'lacnic.net',
  'ripe.net',
  'iana.org',
  'icann.org',
  'nro.net',
  'apjii.or.id',
  'apjii.net.id',
  'cert.br',
  'cnnic.cn',
  'cnnic.net.cn',
  'idnic.id',
  'idnic.net',
  'irinn.in',
  'nixi.in',
  'kisa.or.kr',
  'krnic.or.kr',
  'nic.or.kr',
  'nida.or.kr',
  'jpnic.ad.jp',
  'nic.ad.jp',
  'nic.br',
  'registro.br',
  'nic.mx',
  'twnic.net.tw',
  'twnic.tw',
  'vnnic.net.vn',
  'vnnic.vn',
]

export function isRegistryMailbox(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return registryDomains.some((own) => domain === own || domain.endsWith(`.${own}`))
}

/** Public data hide addresses behind stars or one that nobody reads. */
const hidden = /\*|^unread@/i

/** Strict on purpose: what a registry holds is typed by people, and a letter must go to one address only. */
export const isMailbox = (address: string): boolean =>
  address.length <= 254 && /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]+$/.test(address) && !hidden.test(address)

/** A field is meant to hold one and may hold several, however they are set apart. */
export const mailboxesIn = (field: string): string[] =>
  field
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^mailto:/i, '').replace(/^<(.*)>$/, '$1'))
    .filter(isMailbox)

/** The same mailbox, however a registry spells it. */
export const mailboxOf = (address: string): string => address.toLowerCase()
