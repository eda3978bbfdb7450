import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { formatPrefix, samePrefix, type Prefix } from '../../kernel/ip/index.ts'
import { addSeconds, inWords } from '../../kernel/time.ts'
import type { Known, RegistryRecord, Vrp } from '../../network/index.ts'
import { sourceOf } from '../offer/facts.rules.ts'

/** How a holder proves that a block is theirs (decisions 4, States). */

const codeHours = 72

export const triesGiven = 5

/** Without what is mistaken for something else when read aloud or retyped: 0 and O, 1, I and L, U and V. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const codeLength = 8

export const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Of a code as people retype it: case, spaces and hyphens do not matter. */
export const codeDigest = (code: string): Buffer =>
  createHash('sha256').update(code.toUpperCase().replaceAll(/[\s-]/g, '')).digest()

export const codeMatches = (code: string, digest: Buffer): boolean => timingSafeEqual(codeDigest(code), digest)

export const codeLapsesAt = (mailedAt: Date): Date => addSeconds(mailedAt, codeHours * 3_600)

/** A private AS number (RFC 6996) that is one company's alone: a ROA that names it was published for this purpose. */
export const proofAsn = (customerNumber: number): number => 4_200_000_000 + customerNumber

/** Kept by registries, national ones among them, and so no sign of any one holder. */
const sharedMaintainer =
  /^(RIPE-NCC|APNIC|AFRINIC|ARIN|LACNIC)(-|$)|-HM(-MNT)?$|(^|-)(JPNIC|CNNIC|KRNIC|TWNIC|IRINN|VNNIC|APJII)(-|$)/

/** RPSL names are the same in any case (RFC 2622 §2). */
export const ownMaintainers = ({ maintainers }: Pick<RegistryRecord, 'maintainers'>): string[] =>
  [...new Set(maintainers.map((name) => name.toUpperCase()))].filter((name) => !sharedMaintainer.test(name))

/** A record whose contact has answered a code for this company. */
export interface ProvenRecord {
  readonly registry: string
  readonly organisation: string | null
  readonly maintainers: readonly string[]
}

export interface ProofFacts {
  readonly block: Prefix
  readonly registry: string
  readonly asn: number
  readonly record: Known<RegistryRecord | null> | null
  readonly vrps: Known<readonly Vrp[]> | null
  readonly proven: readonly ProvenRecord[]
}

export type ProofDecision =
  | { readonly outcome: 'accepted'; readonly type: 'roa' | 'mnt_by'; readonly description: string }
  | { readonly outcome: 'mail'; readonly type: 'email'; readonly to: string; readonly description: string }
  | { readonly outcome: 'no_contact'; readonly type: 'email'; readonly description: string }

/** What needs no person comes first. */
export function decideProof(facts: ProofFacts): ProofDecision {
  return byRoa(facts) ?? byMaintainer(facts) ?? byMail(facts)
}

function byRoa({ block, asn, vrps }: ProofFacts): ProofDecision | null {
  if (!vrps?.value.some((vrp) => vrp.asn === asn && samePrefix(vrp.prefix, block))) return null
  const description = `A ROA for ${formatPrefix(block)} names AS${asn}, which stands for your company (${sourceOf(vrps)}).`
  return { outcome: 'accepted', type: 'roa', description }
}

/** The organisation, too: a provider's maintainer stands in the records of all its customers. */
function byMaintainer({ registry, record, proven }: ProofFacts): ProofDecision | null {
  if (!record?.value || record.value.registry !== registry || record.value.organisation === '') return null
  const { organisation } = record.value
  const alike = proven.filter((one) => one.registry === registry && one.organisation === organisation)
  const name = ownMaintainers(record.value).find((own) => alike.some(({ maintainers }) => maintainers.includes(own)))
  if (name === undefined) return null
  const description = `The registry record is kept by ${name} for ${organisation}, as is one your company has proven by mail (${sourceOf(record)}).`
  return { outcome: 'accepted', type: 'mnt_by', description }
}

function byMail({ block, asn, record }: ProofFacts): ProofDecision {
  const roa = `A ROA for exactly ${formatPrefix(block)} with AS${asn} proves it as well: publish it, and when it is seen ask for another code.`
  const contact = record?.value?.contactEmail ?? null
  if (record?.value && contact !== null && isMailable(contact)) {
    const mailed = `A code was mailed to ${contact}, the contact in the registry record (${sourceOf(record)}); it is good for ${codeHours} hours.`
    return { outcome: 'mail', type: 'email', to: contact, description: `${mailed} ${roa}` }
  }
  return { outcome: 'no_contact', type: 'email', description: `${whyNoContact(block, record)} ${roa}` }
}

/** What stands there while the contact must not be mailed again. */
export const notMailedYet = (to: string, until: Date): string =>
  `No code was mailed: ${to}, the contact in the registry record, was mailed one for the same space a moment ago, or often today. Ask for a code after ${inWords(until)}.`

function whyNoContact(block: Prefix, record: ProofFacts['record']): string {
  if (record === null) return 'There is no registry data here, so nobody is known to mail a code to.'
  return record.value === null
    ? `The registry data has no record for ${formatPrefix(block)} (${sourceOf(record)}).`
    : `The registry record for ${formatPrefix(block)} names no contact to mail a code to (${sourceOf(record)}).`
}

/** Strict on purpose: what a registry holds is typed by people, and a letter must go to one address only. */
const isMailable = (address: string): boolean =>
  address.length <= 254 && /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/.test(address)
