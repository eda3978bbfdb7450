/**
 * What a block's status at its registry allows, and what the registry's policy says about letting others use it, in
 * sentences for its holder. Not a verdict: whoever holds the block answers to the registry, and policies change.
 */

export interface Policy {
  /** What the record's status lets its holder do. */
  readonly allows: string
  /** What the registry's policy says about leasing. */
  readonly says: string
  /** Where that stands. */
  readonly source: string
  /** The record forbids handing the block on, or nothing is known that would allow it. */
  readonly warns: boolean
}

type Row = readonly [status: RegExp, allows: string, warns: boolean]

interface Registry {
  readonly name: string
  readonly says: string
  readonly source: string
  readonly statuses: readonly Row[]
}

const ofProvider =
  "It was handed on by a provider and is that provider's space: only the provider may let others use it."
const ofRegistry = "It is the registry's own space or a placeholder, and nobody else's to offer."
const ownUse =
  "It was assigned to its holder for use in the holder's own network and must not be assigned on to others."

const registries: Readonly<Record<string, Registry>> = {
  ripencc: {
    name: 'RIPE NCC',
    says: 'RIPE policy has no rule against leasing: use by others is registered as an assignment or a sub-allocation, and the holder stays responsible for it.',
    source:
      'IPv4 Address Allocation and Assignment Policies for the RIPE NCC Service Region (ripe-826), sections 4 to 7',
    statuses: [
      [
        /^(ALLOCATED PA|LIR-PARTITIONED PA)$/,
        'Its holder, a member of the registry, may sub-allocate and assign parts of it to others.',
        false,
      ],
      [
        /^AGGREGATED-BY-LIR$/,
        'It stands for many assignments that a member of the registry has made: only the member may let others use it.',
        true,
      ],
      [
        /^SUB-ALLOCATED PA$/,
        'Its holder may assign parts of it to others, within the allocation of the member it has it from.',
        false,
      ],
      [
        /^LEGACY$/,
        'It was given out before there was a registry, and the allocation policies do not apply to it: its holder may let others use it.',
        false,
      ],
      [/^(ASSIGNED PI|ASSIGNED ANYCAST)$/, ownUse, true],
      [
        /^ALLOCATED-ASSIGNED PA$/,
        'All of it is assigned to one user; the assignment must end before anybody else may use a part.',
        true,
      ],
      [/^ASSIGNED PA$/, ofProvider, true],
      [/^(ALLOCATED UNSPECIFIED|NOT-SET|EARLY-REGISTRATION)$/, ofRegistry, true],
    ],
  },
  arin: {
    name: 'ARIN',
    says: "ARIN's manual has no rule against leasing, but wants reassignments of a /29 and more registered within seven days, and does not count space that is leased out as used when more is asked for.",
    source: 'ARIN Number Resource Policy Manual, sections 4.2.3.7 and 8.5',
    statuses: [
      [/^DIRECT ALLOCATION$/, 'Its holder may reallocate and reassign parts of it to others.', false],
      [
        /^REALLOCAT(ION|ED)$/,
        'Its holder may reassign parts of it, within the allocation of the provider it has it from; ask the provider.',
        true,
      ],
      [
        /^DIRECT ASSIGNMENT$/,
        "It was given out for use in its holder's own network. ARIN makes no such assignments any more; ask it what holds for this one before others use it.",
        true,
      ],
      [/^REASSIGN(MENT|ED)$/, ofProvider, true],
    ],
  },
  apnic: {
    name: 'APNIC',
    says: 'The policies do not name leasing (a proposal to forbid it, prop-148, was abandoned in 2023). APNIC delegates by need, does not accept leasing as one, and need not renew a delegation whose original basis has gone.',
    source: 'APNIC Internet Number Resource Policies (APNIC-127), sections 2, 4.1 and 5',
    statuses: [
      [
        /^ALLOCATED PORTABLE$/,
        'Its holder, an account holder of the registry, may assign parts of it to its customers.',
        false,
      ],
      [/^ASSIGNED PORTABLE$/, ownUse, true],
      [/^(ALLOCATED|ASSIGNED) NON-PORTABLE$/, ofProvider, true],
    ],
  },
  lacnic: {
    name: 'LACNIC',
    says: "LACNIC's manual does not allow assigned space to be used by third parties outside the recipient's own network, and allocated space is for the customers whom its recipient connects. Proposal LAC-2025-5, which would allow sub-assignment, was under discussion in 2025.",
    source: 'LACNIC Policy Manual, sections 0.9 and 2.3',
    statuses: [
      [/^ALLOCATED$/, 'Its holder, a provider, may assign parts of it to its customers.', false],
      [/^ASSIGNED$/, ownUse, true],
      [/^(REALLOCATED|REASSIGNED)$/, ofProvider, true],
    ],
  },
  afrinic: {
    name: 'AFRINIC',
    says: 'AFRINIC gives space out by need. What it has given out since its exhaustion phase is for use in its region, and elsewhere only to connect back to it; whether a lease agrees with that is to be asked before.',
    source: 'AFRINIC Consolidated Policy Manual, sections 5.4.6 and 5.5, and the Registration Service Agreement',
    statuses: [
      [/^(ALLOCATED PA|SUB-ALLOCATED PA)$/, 'Its holder may assign parts of it to its customers.', false],
      [/^ASSIGNED (PI|ANYCAST)$/, ownUse, true],
      [/^ASSIGNED PA$/, ofProvider, true],
      [/^ALLOCATED UNSPECIFIED$/, ofRegistry, true],
    ],
  },
}

/** Null: the registry is none of the five. */
export function policyOf(registry: string, type: string): Policy | null {
  const known = registries[registry]
  if (known === undefined) return null
  const { name, says, source, statuses } = known
  const status = type.trim().replaceAll(/\s+/g, ' ').toUpperCase()
  const row = statuses.find(([pattern]) => pattern.test(status))
  if (row) return { allows: row[1], says, source, warns: row[2] }
  const unknown =
    status === '' ? 'The record shows no status' : `${name} writes ${status}, whose meaning is not known here`
  return {
    allows: `${unknown}; look at what was agreed with ${name} before others use it.`,
    says,
    source,
    warns: false,
  }
}

/** Whether the record is a provider's customer's: its contacts may then be the provider's. */
export const isHandedOn = (type: string): boolean =>
  /^(ASSIGNED PA|AGGREGATED-BY-LIR|SUB-ALLOCATED PA|REALLOCAT(ION|ED)|REASSIGN(MENT|ED)|(ALLOCATED|ASSIGNED) NON-PORTABLE)$/.test(
    type.trim().toUpperCase(),
  )
