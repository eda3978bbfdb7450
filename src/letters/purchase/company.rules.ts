import { nameFault } from '../../identity/index.ts'
import { statementFacts } from '../signing/statement.rules.ts'

/** Whom a letter may name: the lessee by its own name, or another company once the holder has confirmed it. */

/** As whoever reads the letter takes them: full-width letters and digits are letters and digits. */
const asRead = (name: string): string => name.normalize('NFKC')

const factLike = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${[...statementFacts, 'signature', 'prefix', 'asn'].join('|')})\s*[:=]`,
  'iu',
)
const addressLike = /\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}::/i

/** Why no letter can name a company so; null where one can. What is signed is not to be mistaken for something else. */
export function companyFault(name: string): string | null {
  const read = asRead(name)
  if (!/[\p{L}\p{N}]/u.test(read)) return 'must have letters or digits'
  if (/\p{Cf}/u.test(read.replaceAll(joiners, ''))) return 'must not have characters that do not show'
  const [fact] = factLike.exec(read) ?? []
  if (fact !== undefined) return `must not read like a fact of the letter, as “${fact}” does`
  if (addressLike.test(read)) return 'must not have an IP address in it'
  return nameFault(read)
}

/** Persian and the scripts of India need them within words. */
const joiners = /(?<=\p{L}\p{M}*)[\u200c\u200d](?=\p{L})/gu

/** Whether a lessee of this title means itself: case, gaps, points and the spelling of its legal form aside. */
export function isOwnName(title: string, name: string): boolean {
  const [own, given] = [partsOf(title), partsOf(name)]
  return own.words === given.words && (own.form === given.form || own.form === '' || given.form === '')
}

interface Parts {
  readonly words: string
  /** As in `b.v.`; empty where there is none. Two companies may differ in nothing else. */
  readonly form: string
}

const sameForms = new Map([
  ['limited', 'ltd'],
  ['incorporated', 'inc'],
  ['corporation', 'corp'],
  ['company', 'co'],
  ['private', 'pvt'],
  ['proprietary', 'pty'],
])

const forms = new Set(
  `ab ad ag ao aps asa as bv bvba co corp doo ead ehf eirl eood eurl ev gk gmbh inc jsc kft kg kk lda llc llp lp ltd ltda
   mbh nv ood oo ooo oy oyj pao pjsc plc pte pty pvt sa sac sarl sas sasu se sia sl slu sp spa spol srl sro tbk uab ug z zao zrt
   oü ооо оао зао пао ао тов`.split(/\s+/),
)

function partsOf(name: string): Parts {
  const words = asRead(name)
    .toLowerCase()
    .replaceAll(/\p{Cf}|[.'’]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => sameForms.get(word) ?? word)
  const isForm = (word: string | undefined): boolean => word !== undefined && forms.has(word)
  // The first word is a name, unless it is the only place of the form, as in Russian.
  let end = words.length
  while (end > 1 && isForm(words[end - 1])) end--
  const start = end > 1 && end === words.length && isForm(words[0]) ? 1 : 0
  return { words: words.slice(start, end).join(' '), form: [...words.slice(0, start), ...words.slice(end)].join(' ') }
}
