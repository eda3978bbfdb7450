import { Body, named, Nullable, OneOf, Text, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { backendKinds } from '../backend/backend.rules.ts'
import { algorithms } from '../message/tsig.rules.ts'
import type { ZoneTest } from './server.actions.ts'
import { dnsServerStates } from './server.states.ts'
import type { ServerView } from './server.store.ts'

const wished = {
  title: Text(100, { examples: ['Our primary'] }),
  address: Text(300, {
    description: 'Of rfc2136: the primary server, as host or host:port. Of powerdns: the web address of its API.',
    examples: ['ns1.example.net:53'],
  }),
  key_name: Type.Optional(
    Nullable(Text(253, { description: 'The name of the TSIG key; rfc2136 only.', examples: ['sublet'] })),
  ),
  algorithm: Type.Optional(Nullable(OneOf(algorithms, 'Of the TSIG key; hmac-sha256 unless said otherwise.'))),
  secret: Text(500, { description: 'The TSIG key in base64, or the API key. Kept sealed and shown nowhere.' }),
}

export const NewServerBody = Body('NewDnsServer', {
  kind: OneOf(backendKinds, 'rfc2136: signed updates over TCP (BIND, Knot, PowerDNS). powerdns: its HTTP API.'),
  ...wished,
})

export const ServerChangeBody = Body('DnsServerChange', {
  title: Type.Optional(wished.title),
  address: Type.Optional(wished.address),
  key_name: wished.key_name,
  algorithm: wished.algorithm,
  secret: Type.Optional(wished.secret),
  status: Type.Optional(OneOf(['active', 'paused'])),
})

export const ServerAnswer = named('DnsServer', {
  uuid: Uuid,
  own: Type.Boolean({ description: 'False for one that the operator has for all holders.' }),
  title: Type.String(),
  kind: OneOf(backendKinds),
  address: Type.String(),
  key_name: Nullable(Type.String()),
  algorithm: Nullable(OneOf(algorithms)),
  status: OneOf(dnsServerStates.states),
  waiting: Type.Integer({ description: 'Sets of records that are to be sent to it.' }),
  failures: Type.Integer({ description: 'Failures in a row.' }),
  fault: { ...Nullable(Type.String()), description: 'What went wrong last, while it fails.' },
  zone_faults: Type.Array(
    named('DnsZoneFault', { zone: Type.String({ examples: ['2.0.192.in-addr.arpa'] }), fault: Type.String() }),
    { description: 'Your zones whose changes it does not take while it takes others, the first five.' },
  ),
  failing_since: Nullable(UnixTime),
  rests_until: { ...Nullable(UnixTime), description: 'It is not asked before.' },
  answered_at: { ...Nullable(UnixTime), description: 'When it last did what it was asked for.' },
  created_at: UnixTime,
})

export const serverAnswer = (server: ServerView, tenant: string): Static<typeof ServerAnswer> => ({
  uuid: server.uuid,
  own: server.tenant_uuid === tenant,
  title: server.title,
  kind: server.kind,
  address: server.address,
  key_name: server.key_name,
  algorithm: server.algorithm,
  status: server.status,
  waiting: server.waiting,
  failures: server.failures,
  fault: server.fault,
  zone_faults: server.zone_faults.map(({ zone, fault }) => ({ zone, fault: `The name server ${fault}.` })),
  failing_since: toUnix(server.failing_since),
  rests_until: toUnix(server.rests_until),
  answered_at: toUnix(server.answered_at),
  created_at: toUnix(server.created_at),
})

export const ZoneTestAnswer = named('DnsZoneTest', {
  zone: Type.String({ examples: ['2.0.192.in-addr.arpa'] }),
  serial: Nullable(Type.Integer()),
  fault: { ...Nullable(Type.String()), description: 'Why changes of it would not be taken.' },
})

export const zoneTestAnswer = ({ zone, serial, fault }: ZoneTest): Static<typeof ZoneTestAnswer> => ({
  zone,
  serial,
  fault: fault && `The name server ${fault}.`,
})
