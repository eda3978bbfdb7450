import type { Db } from '../../kernel/db/db.ts'
import { query } from '../../kernel/db/query.ts'

export interface ShutOut {
  readonly clientIds: ReadonlySet<string>
  readonly tenants: ReadonlySet<string>
  readonly tokens: ReadonlySet<string>
  /** Those that ended, of each key. */
  readonly secrets: ReadonlyMap<string, ReadonlySet<string>>
}

/** Only what a token still alive could meet: older revocations have outlived every token. */
export async function readShutOut(db: Db): Promise<ShutOut> {
  const rows = await query<{ kind: string; id: string; client_id: string }>`
    select 'client' as kind, client_id as id, client_id from app_key where revoked_at > now() - interval '25 hours'
    union all select 'tenant', uuid::text, '' from tenant where status in ('suspended', 'closed')
    union all select 'token', jti::text, '' from revoked_token where expires_at > now()
    union all select 'secret', s.uuid::text, k.client_id from app_key_secret s join app_key k on k.uuid = s.app_key_uuid
      where s.ended_at > now() - interval '25 hours'`.rows({ db })
  const ids = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map((row) => row.id))
  const ended = Map.groupBy(
    rows.filter(({ kind }) => kind === 'secret'),
    (row) => row.client_id,
  )
  const secrets = new Map([...ended].map(([clientId, of]) => [clientId, new Set(of.map(({ id }) => id))]))
  return { clientIds: ids('client'), tenants: ids('tenant'), tokens: ids('token'), secrets }
}

export async function insertRevokedToken(db: Db, jti: string, expiresAt: Date): Promise<void> {
  await query`
    insert into revoked_token (jti, expires_at) values (${jti}, ${expiresAt})
    on conflict do nothing`.changed({ db })
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await query`delete from revoked_token where expires_at < ${now}`.changed({ db })
  await query`delete from portal_session where expires_at < ${now}`.changed({ db })
  await query`delete from password_ticket where expires_at < ${now}`.changed({ db })
  await query`delete from sso_attempt where expires_at < ${now}`.changed({ db })
  await query`delete from sign_in_challenge where expires_at < ${now}`.changed({ db })
  await query`delete from passkey_challenge where expires_at < ${now}`.changed({ db })
  await query`delete from totp_factor where confirmed_at is null and created_at < ${now}::timestamptz - interval '1 day'`.changed(
    { db },
  )
  await query`delete from invitation where expires_at < ${now}`.changed({ db })
  await query`delete from sign_up where expires_at < ${now}`.changed({ db })
  await query`delete from sign_in_failures where since < ${now}::timestamptz - interval '1 day'`.changed({ db })
}
