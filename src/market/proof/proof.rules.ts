import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { addDays, addSeconds, inWords } from '../../kernel/time.ts'
import { isMailbox, isRegistryMailbox, type Known, type RegistryRecord } from '../../network/index.ts'
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

const publishDays = 14

/** What is to be published or decided by somebody else takes longer than reading a mail. */
export const wayLapsesAt = (chosenAt: Date): Date => addDays(chosenAt, publishDays)

/** Kept by registries, national ones among them, and so no sign of any one holder. */
const sharedMaintainer =
  /^(RIPE-NCC|APNIC|AFRINIC|ARIN|LACNIC)(-|$)|-HM(-MNT)?$|(^|-)(JPNIC|CNNIC|KRNIC|TWNIC|IRINN|VNNIC|APJII)(-|$)/

/** RPSL names are the same in any case (RFC 2622 §2). */
export const ownMaintainers = ({ maintainers }: Pick<RegistryRecord, 'maintainers'>): string[] =>
  [...new Set(maintainers.map((name) => name.toUpperCase()))].filter((name) => !sharedMaintainer.test(name))

/** Whom a record names, and by whose word: registries and their databases write the same name differently. */
export interface NamedHolder {
  readonly organisation: string | null
  readonly told_by: 'rdap' | 'imported' | null
}

export const holderNamed = (record: RegistryRecord | null | undefined): NamedHolder =>
  record
    ? { organisation: record.organisation, told_by: record.source === 'RDAP' ? 'rdap' : 'imported' }
    : { organisation: null, told_by: null }

/** A record whose contact has answered a code for this company. */
export interface ProvenRecord {
  readonly registry: string
  readonly organisation: string | null
  readonly maintainers: readonly string[]
}

export interface ProofFacts {
  readonly block: Prefix
  readonly registry: string
  readonly record: Known<RegistryRecord | null> | null
  /** Whether the registry itself can be asked about the block. */
  readonly asksRegistry: boolean
  readonly proven: readonly ProvenRecord[]
}

export type ProofDecision =
  | { readonly outcome: 'accepted'; readonly type: 'mnt_by'; readonly description: string }
  | { readonly outcome: 'mail'; readonly type: 'email'; readonly to: string; readonly description: string }
  | { readonly outcome: 'choose' | 'no_contact'; readonly type: 'email'; readonly description: string }

/** What needs no person comes first. Nobody is mailed whom the holder has not seen, but for the contact in imported data. */
export function decideProof(facts: ProofFacts): ProofDecision {
  return byMaintainer(facts) ?? byMail(facts)
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

function byMail({ block, record, asksRegistry }: ProofFacts): ProofDecision {
  const contact = record?.value?.contactEmail ?? null
  if (record?.value && contact !== null && isMailbox(contact) && !isRegistryMailbox(contact))
    return { outcome: 'mail', type: 'email', to: contact, description: mailedTo(contact, ` (${sourceOf(record)})`) }
  if (asksRegistry)
    return { outcome: 'choose', type: 'email', description: 'Nobody was mailed: choose how to prove that it is yours.' }
  const description = `${whyNoContact(block, record)} Choose another way to prove that it is yours.`
  return { outcome: 'no_contact', type: 'email', description }
}

export const mailedTo = (contact: string, from = ''): string =>
  `A code was mailed to ${contact}, the contact in the registry record${from}; it is good for ${codeHours} hours. You may choose another way instead.`

/** What stands there while the contact must not be mailed again. */
export const notMailedYet = (to: string, until: Date): string =>
  `No code was mailed: ${to}, the contact in the registry record, was mailed one for the same space a moment ago, or often today. Ask for a code after ${inWords(until)}.`

function whyNoContact(block: Prefix, record: ProofFacts['record']): string {
  if (record === null) return 'There is no registry data here, so nobody is known to mail a code to.'
  return record.value === null
    ? `The registry data has no record for ${formatPrefix(block)} (${sourceOf(record)}).`
    : `The registry record for ${formatPrefix(block)} names no contact to mail a code to (${sourceOf(record)}).`
}
