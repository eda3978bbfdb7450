import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import {
  Answer,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  Body,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import type { DocumentHead } from './review.store.ts'
import type { Knowledge } from './knowledge.actions.ts'
import { publicationFor, wayNames } from './way.rules.ts'
import type { WaysView } from './way.actions.ts'

/** Ways of proof, as holders and programs see them. */

export const WayBody = Body('ProofChoice', {
  way: OneOf(wayNames),
  contact: Type.Optional(Text(40, { description: 'By mail: the id of one of the contacts shown.' })),
  statement: Type.Optional(Text(2_000, { description: 'By an operator: what the documents are.' })),
})

export const DocumentBody = Body('NewProofDocument', {
  name: Text(200),
  content: Text(960_000, { description: 'The document in base64: PDF, PNG or JPEG, up to 700 KiB.' }),
})

export const DocumentAnswer = named('ProofDocument', {
  uuid: Uuid,
  name: Type.String(),
  media_type: Type.String(),
  size: Type.Integer({ description: 'In bytes.' }),
  created_at: UnixTime,
})

export const PolicyAnswer = named('RegistryPolicy', {
  allows: Type.String({ description: "What the record's status lets its holder do." }),
  leasing: Type.String({ description: "What the registry's policy says about leasing." }),
  source: Type.String({ description: 'The document that says so.' }),
  warning: Type.Boolean({ description: 'The record forbids handing the block on.' }),
})

const WayAnswer = named('WayOfProof', {
  way: OneOf(wayNames),
  possible: Type.Boolean(),
  description: Type.String({ description: 'What to do, or why it cannot be done for this block.' }),
})

const contact = named('ProofContact', {
  id: Type.String(),
  address: Type.String({ description: 'Masked.', examples: ['h•••r@holder.example'] }),
  roles: Type.Array(Type.String()),
})

const OpenWay = named('OpenWayOfProof', {
  way: OneOf(wayNames),
  possible: Type.Boolean(),
  description: Type.String({ description: 'What to do, or why it cannot be done for this block.' }),
  contacts: Type.Array(contact, { description: 'By mail: to whom the code may go.' }),
  token: Nullable(Type.String({ description: 'What is to be published.' })),
  names: Type.Array(Type.String(), { description: 'By DNS: the names of the TXT records.' }),
  asn: Nullable(Type.Integer({ description: 'By ROA: the AS number that it names.' })),
})

const RecordAnswer = Answer({
  prefix: Type.String(),
  range: Type.String(),
  handle: Type.String(),
  parent_handle: Nullable(Type.String()),
  organisation: Type.String(),
  netname: Type.String(),
  status: Type.String({ examples: ['ALLOCATED PA'] }),
  country: Nullable(Type.String()),
  registry: Nullable(Type.String()),
  source: Type.String(),
  taken_at: UnixTime,
})

export const LookupFault = Answer({
  code: Type.String({ examples: ['rate_limited'] }),
  description: Type.String(),
})

export const WaysAnswer = named('WaysOfProof', {
  record: Nullable(RecordAnswer),
  lookup: Nullable(LookupFault),
  policy: Nullable(PolicyAnswer),
  chosen: Nullable(
    Answer({
      way: Type.String(),
      status: OneOf(['pending', 'passed', 'failed']),
      description: Type.String(),
      until: Nullable(UnixTime),
    }),
  ),
  code_awaited: Type.Boolean({ description: 'A mailed code waits to be given.' }),
  ways: Type.Array(OpenWay),
  documents: Type.Array(DocumentAnswer),
})

export const faultAnswer = ({ fault }: Pick<Knowledge, 'fault'>): Static<typeof LookupFault> | null =>
  fault && { code: fault.code, description: `${fault.sentence.charAt(0).toUpperCase()}${fault.sentence.slice(1)}.` }

export const policyAnswer = ({ policy }: Pick<Knowledge, 'policy'>): Static<typeof PolicyAnswer> | null =>
  policy && { allows: policy.allows, leasing: policy.says, source: policy.source, warning: policy.warns }

/** Before there is a listing, whose token it would be. */
export const WaysBefore = Type.Array(WayAnswer, { description: 'By which it could be proven.' })

export const waysBefore = ({ ways }: Pick<Knowledge, 'ways'>): Static<typeof WaysBefore> =>
  ways.map(({ way, possible, says }) => ({ way, possible, description: says }))

export const documentAnswer = ({
  uuid,
  name,
  media_type,
  size,
  kept_at,
}: DocumentHead): Static<typeof DocumentAnswer> => ({
  uuid,
  name,
  media_type,
  size,
  created_at: toUnix(kept_at),
})

export function waysAnswer(view: WaysView, proofAsn: number | null): Static<typeof WaysAnswer> {
  const { offer, proof, contacts } = view
  return {
    record: recordAnswer(view),
    lookup: faultAnswer(view),
    policy: policyAnswer(view),
    chosen:
      proof.chosen_at === null
        ? null
        : { way: proof.type, status: proof.status, description: proof.description, until: toUnix(proof.expires_at) },
    code_awaited: proof.status === 'pending' && proof.code_digest !== null,
    ways: view.ways.map(({ way, possible, says }) => {
      const publication = possible ? publicationFor(way, knownPrefix(offer.block), offer.uuid) : null
      return {
        way,
        possible,
        description: says,
        contacts:
          way === 'email' ? contacts.map(({ id, masked, roles }) => ({ id, address: masked, roles: [...roles] })) : [],
        token: publication?.token ?? null,
        names: publication?.names ?? [],
        asn: way === 'roa' && possible ? proofAsn : null,
      }
    }),
    documents: view.documents.map(documentAnswer),
  }
}

function recordAnswer({ record, parentHandle }: Knowledge): Static<typeof RecordAnswer> | null {
  const found = record?.value
  if (!record || !found) return null
  return {
    prefix: formatPrefix(found.prefix),
    range: found.inetnum,
    handle: found.handle,
    parent_handle: parentHandle,
    organisation: found.organisation,
    netname: found.netname,
    status: found.type,
    country: found.countries[0] ?? null,
    registry: found.registry || null,
    source: record.source,
    taken_at: toUnix(record.takenAt),
  }
}
