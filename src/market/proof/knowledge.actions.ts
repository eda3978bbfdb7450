import type { Context } from '../../kernel/context.ts'
import { contains, parent, type Prefix } from '../../kernel/ip/index.ts'
import {
  asRegistryRecord,
  heardOf,
  knownRecord,
  lookUp,
  networkFacts,
  type Known,
  type Lookup,
  type RdapRecord,
  type RegistryRecord,
} from '../../network/index.ts'
import { contactsOf, contactsOfRecord, type Contact, type ContactList } from './contact.rules.ts'
import { isHandedOn, policyOf, type Policy } from './policy.rules.ts'
import { waysFor, type Way } from './way.rules.ts'

/** What is known of a block by which its ways of proof are judged: from the registry itself, else from imported data. */

export interface Knowledge {
  readonly record: Known<RegistryRecord | null> | null
  readonly parentHandle: string | null
  /** Why the registry was not heard; null: it was, or is not asked here. */
  readonly fault: { readonly code: string; readonly sentence: string } | null
  readonly policy: Policy | null
  readonly contacts: readonly Contact[]
  readonly ways: readonly Way[]
}

/** A day old is new enough for all but a token that was just put there. */
const dayOld = 86_400

/** The registry is asked, so never inside a transaction. */
export const askAbout = (ctx: Context, block: Prefix, registry: string): Promise<Knowledge> =>
  weigh(ctx, block, registry, (about) => lookUp(ctx, about, dayOld))

/** The same from what it said before; nobody is asked. */
export const recall = (ctx: Context, block: Prefix, registry: string): Promise<Knowledge> =>
  weigh(ctx, block, registry, (about) => heardOf(ctx, about))

/** What is known of the record, after the registry was asked where no database has it. */
export async function askedRecord(ctx: Context, block: Prefix): Promise<Knowledge['record']> {
  if (!networkFacts(ctx).registryRecord(block)?.value) await lookUp(ctx, block, dayOld)
  return knownRecord(ctx, block)
}

type Hear = (block: Prefix) => Promise<Lookup>

async function weigh(ctx: Context, block: Prefix, stated: string, hear: Hear): Promise<Knowledge> {
  const facts = networkFacts(ctx)
  const lookup = await hear(block)
  const record = recordOf(lookup, block) ?? facts.registryRecord(block)
  const { list, why } = await mailable(lookup, record, hear)
  const registry = record?.value?.registry || stated
  const ways = waysFor({
    block,
    registry,
    contacts: list,
    noContacts: why,
    recordSeen: lookup.record !== null || (record !== null && record.value !== null && !record.stale),
    proofAsn: ctx.house.config.proofAsn,
    vrps: facts.vrps(block),
    announcements: facts.announcements(block),
  })
  return {
    record,
    parentHandle: lookup.record?.parentHandle ?? null,
    fault: lookup.fault?.code === 'off' ? null : lookup.fault,
    policy: record?.value ? policyOf(registry, record.value.type) : null,
    contacts: list?.contacts ?? [],
    ways,
  }
}

function recordOf({ record, said }: Lookup, block: Prefix): Known<RegistryRecord | null> | null {
  if (said === null || record === null) return null
  return { source: said.source, takenAt: said.at, stale: false, value: asRegistryRecord(record, block) }
}

interface Mailable {
  readonly list: ContactList | null
  /** Why nobody can be mailed, where the list itself does not tell. */
  readonly why: string
}

async function mailable(lookup: Lookup, record: Knowledge['record'], hear: Hear): Promise<Mailable> {
  if (lookup.record) {
    const shared = await providersMailboxes(lookup.record, hear)
    if (shared === null)
      return {
        list: { contacts: [], left: { registrys: 0, providers: 0 } },
        why: "A provider has handed this block on, and whether the record's mail addresses are the provider's could not be found out.",
      }
    return { list: contactsOf(lookup.record.contacts, shared), why: '' }
  }
  if (record?.value) return { list: contactsOfRecord(record.value), why: '' }
  if (lookup.fault && lookup.fault.code !== 'off')
    return { list: null, why: `No record is known: ${lookup.fault.sentence}.` }
  return { list: null, why: 'No registry has a record of this block as far as is known here.' }
}

/** Who stands in the record of the provider that handed the block on; null: that is not known. */
async function providersMailboxes(record: RdapRecord, hear: Hear): Promise<readonly string[] | null> {
  if (!isHandedOn(record.type)) return []
  const around = aroundRecord(record)
  if (around === undefined) return null
  const { record: provider, fault } = await hear(around)
  if (fault) return null
  if (provider === null || isSameHolder(provider, record)) return []
  return provider.contacts.flatMap(({ emails }) => emails)
}

/** The smallest block that is larger than all of the record. */
function aroundRecord({ prefixes }: RdapRecord): Prefix | undefined {
  let around = prefixes[0] && parent(prefixes[0])
  while (around && !prefixes.every((prefix) => around && contains(around, prefix))) around = parent(around)
  return around
}

const isSameHolder = (a: RdapRecord, b: RdapRecord): boolean =>
  a.holderHandle !== null && b.holderHandle !== null ? a.holderHandle === b.holderHandle : a.holder === b.holder
