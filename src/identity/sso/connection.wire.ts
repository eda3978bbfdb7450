import { Body, named, Nullable, OneOf, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import type { Connection } from './connection.store.ts'
import { recordOf } from './domain.rules.ts'
import type { Domain } from './domain.store.ts'

/** A company's sign-on, as its owners see it: never with the client secret. */

const defaultRoles = ['viewer', 'member'] as const

export const ProviderBody = Body('SignOnProvider', {
  issuer: Text(500, { description: 'Where `/.well-known/openid-configuration` is found.' }),
  client_id: Text(255),
  client_secret: Type.Optional(Text(1_000, { description: 'Kept sealed, and never shown. Absent: stays as it is.' })),
  default_role: OneOf(defaultRoles, 'Of people who come for the first time.'),
  trusts_email: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Takes an address for verified of which the provider does not say whether it is.',
    }),
  ),
})

export const SwitchBody = Body('SignOnSwitch', {
  enabled: Type.Optional(Type.Boolean({ description: 'Off ends every session that came by it.' })),
  required: Type.Optional(
    Type.Boolean({
      description:
        'Members with an address in a proven domain enter this company by it only. Owners keep their passwords, so that nobody is locked out.',
    }),
  ),
})

export const DomainAnswer = named('SignOnDomain', {
  uuid: Uuid,
  domain: Type.String(),
  proven_at: Nullable(UnixTime),
  record: named('SignOnRecord', { name: Type.String(), text: Type.String() }, 'The TXT record that proves it.'),
})

export const domainAnswer = ({ uuid, domain, token, proven_at }: Domain) => ({
  uuid,
  domain,
  proven_at: toUnix(proven_at),
  record: recordOf({ domain, token }),
})

export const SignOnAnswer = named('SignOn', {
  callback_url: Type.String({ description: 'The redirect URI to register with the provider.' }),
  provider: Nullable(
    named('KnownSignOnProvider', {
      issuer: Type.String(),
      client_id: Type.String(),
      default_role: OneOf(defaultRoles),
      trusts_email: Type.Boolean(),
      enabled: Type.Boolean(),
      required: Type.Boolean(),
      tested_at: Nullable(UnixTime),
    }),
  ),
  domains: Type.Array(DomainAnswer),
})

export function signOnAnswer(
  callback_url: string,
  { connection, domains }: { readonly connection: Connection | null; readonly domains: readonly Domain[] },
) {
  return { callback_url, provider: connection && providerAnswer(connection), domains: domains.map(domainAnswer) }
}

const providerAnswer = (connection: Connection) => {
  const { issuer, client_id, default_role, trusts_email, enabled, required, tested_at } = connection
  return { issuer, client_id, default_role, trusts_email, enabled, required, tested_at: toUnix(tested_at) }
}
