import type { Context } from '../../kernel/context.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { isRdapOn, networkFacts, type Known, type RegistryRecord } from '../../network/index.ts'
import { namesOf } from '../check/check.actions.ts'
import { judgeOffer, type CheckResult } from '../check/check.rules.ts'
import { wayWords } from './listing.actions.ts'
import { readBlocks } from './listing.rules.ts'
import { listedAmong } from './listing.store.ts'
import { marketProblem } from '../market.problems.ts'
import { sourceOf } from './facts.rules.ts'
import { askAbout, type Knowledge } from '../proof/knowledge.actions.ts'
import { decideProof, type ProofDecision } from '../proof/proof.rules.ts'
import { provenRecords } from '../proof/proof.store.ts'

/** A block before its holder lists it: what the data says, and how it would be proven. Writes nothing, mails nobody. */

export interface Prospect {
  readonly block: Prefix
  readonly record: Known<RegistryRecord | null> | null
  readonly proof: { readonly type: ProofDecision['type']; readonly to: string | null; readonly sentence: string }
  readonly checks: readonly CheckResult[]
  readonly known: Knowledge
}

interface ProspectWish {
  readonly address: string
  readonly length: number
  readonly ownAsns: readonly number[]
}

export async function showProspect(ctx: Context, tenant: string, wish: ProspectWish): Promise<Prospect> {
  const block = await listableBlock(ctx, tenant, wish)
  const facts = networkFacts(ctx)
  const imported = facts.registryRecord(block)
  const known = await askAbout(ctx, block, imported?.value?.registry ?? '')
  const record = imported?.value ? imported : (known.record ?? imported)
  const registry = record?.value?.registry ?? ''
  const proven = await provenRecords(ctx, tenant)
  const checks = judgeOffer({
    block,
    registry,
    ownAsns: wish.ownAsns,
    authorisation: { status: 'pending', by: null, at: null, revokedAt: null },
    leased: [],
    record,
    sanctions: facts.sanctionsOn(await namesOf(ctx, tenant, record?.value)),
    announcements: facts.announcements(block),
    vrps: facts.vrps(block),
    blocklists: facts.blocklistHits(block),
  })
  return {
    block,
    record,
    proof: proofToCome(decideProof({ block, registry, record: imported, asksRegistry: isRdapOn(ctx), proven }), record),
    known,
    // The authorisation is signed with the listing itself.
    checks: checks.filter(({ kind }) => kind !== 'loaa'),
  }
}

async function listableBlock(ctx: Context, tenant: string, { address, length }: ProspectWish): Promise<Prefix> {
  const { blocks, errors } = readBlocks([{ address, length }])
  const [block] = blocks
  if (!block) throw marketProblem('prefix_invalid', { fields: { address: Object.values(errors).flat() } })
  const way = (await listedAmong(ctx, tenant, [block])).get(formatPrefix(block))
  if (way) throw marketProblem('block_listed', { fields: { address: [wayWords[way]] } })
  return block
}

function proofToCome(decision: ProofDecision, record: Prospect['record']): Prospect['proof'] {
  if (decision.outcome !== 'mail') return { type: decision.type, to: null, sentence: decision.description }
  const from = record ? ` (${sourceOf(record)})` : ''
  return {
    type: decision.type,
    to: decision.to,
    sentence: `A code will be mailed to ${decision.to}, the contact in the registry record${from}.`,
  }
}
