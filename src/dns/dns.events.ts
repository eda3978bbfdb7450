import { auditActions } from '../kernel/audit-action.ts'
import { Type, Uuid } from '../kernel/http/schema.ts'
import { Block, events } from '../kernel/work/event-table.ts'

const ofLease = { lease_uuid: Uuid, block: Block }
const ofServer = { server_uuid: Uuid, title: Type.String() }

export const dnsEvents = events({
  'reverse_dns.changed': [
    'A lessee set or removed reverse names of a leased block.',
    Type.Object({
      ...ofLease,
      set: Type.Integer({ description: 'so many names' }),
      removed: Type.Integer({ description: 'so many names' }),
    }),
  ],
  'reverse_dns.delegated': [
    'A lessee had reverse DNS delegated to name servers of their own.',
    Type.Object({ ...ofLease, name_servers: Type.Array(Type.String()) }),
  ],
  'reverse_dns.delegation_ended': ['A lessee ended a delegation of reverse DNS.', Type.Object(ofLease)],
  'reverse_dns.emptied': [
    'A lease ended, and its reverse names and delegations with it.',
    Type.Object({ ...ofLease, removed: Type.Integer({ description: 'so many sets of records' }) }),
  ],
  'reverse_dns.server_failed': [
    'A name server for reverse DNS has failed five times in a row; changes wait for it.',
    Type.Object({ ...ofServer, fault: Type.String() }),
  ],
  'reverse_dns.server_recovered': ['A name server for reverse DNS answers again.', Type.Object(ofServer)],
  'reverse_dns.zone_failed': [
    'A name server has refused changes of a reverse zone five times in a row; they wait.',
    Type.Object({ ...ofServer, zone: Type.String(), fault: Type.String() }),
  ],
})

/** What the audit log calls what is no move of a state. */
export const dnsAudit = auditActions(
  'dns_server.created',
  'dns_server.changed',
  'offer.dns_connected',
  'offer.dns_disconnected',
  'reverse_dns.changed',
  'reverse_dns.delegated',
  'reverse_dns.delegation_ended',
  'reverse_dns.emptied',
)
