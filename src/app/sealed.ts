import type { SealedColumn } from '../kernel/secrets/sealing.ts'

/** Every place where something is kept sealed: what a change of the secret key has to seal anew. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'signing_key', key: ['kid'], column: 'private_sealed' },
  { table: 'letter_key', key: ['kid'], column: 'private_sealed' },
  { table: 'sso_connection', key: ['uuid'], column: 'secret_sealed' },
  { table: 'totp_factor', key: ['person_uuid'], column: 'sealed' },
  { table: 'dns_server', key: ['uuid'], column: 'secret_sealed' },
  { table: 'webhook_secret', key: ['uuid'], column: 'sealed' },
  { table: 'routing_connector', key: ['uuid'], column: 'secret_sealed' },
  { table: 'idempotency_key', key: ['caller', 'key'], column: 'answer' },
]
