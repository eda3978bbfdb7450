import type { Context } from '../../kernel/context.ts'
import type { ConnectorKind } from '../connector/kind.rules.ts'
import type { Ending } from './answer.rules.ts'
import type { Line } from './call.actions.ts'
import { irrd } from './irrd.actions.ts'
import { krill } from './krill.actions.ts'
import { ripeDb } from './ripe-db.actions.ts'
import { ripeRpki } from './ripe-rpki.actions.ts'
import type { Delta, Holdings, Thing } from './thing.rules.ts'

/** Each kind of connector by its file. */

export interface Registry {
  /** What is there: of ROAs all, of route objects those asked for. Throws a `RegistryFault`. */
  read(line: Line, things: readonly Thing[]): Promise<Holdings>
  /** Whether changes would be taken, without changing anything. Throws a `RegistryFault`. */
  dryRun(line: Line): Promise<void>
  /** All of it or nothing. Throws a `RegistryFault` only where there is no whole answer, and it may have happened. */
  send(line: Line, delta: Delta, holdings: Holdings): Promise<Ending>
}

export const registries: Readonly<Record<ConnectorKind, Registry>> = {
  krill,
  ripe_rpki: ripeRpki,
  ripe_db: ripeDb,
  irrd,
}

interface Access {
  readonly url: string
  readonly account: string | null
  readonly source: string | null
  readonly maintainer: string | null
  readonly secret_sealed: Buffer | null
}

export function lineOf(ctx: Context, { url, account, source, maintainer, secret_sealed }: Access): Line {
  if (secret_sealed === null) throw new Error('a connector that was removed has no secret')
  const { sandbox, publicUrl, routingPrivateHosts: privateHosts, dnsServers: resolvers } = ctx.house.config
  const terms = { privateHosts, resolvers, allowPlain: sandbox }
  return { url, account, source, maintainer, secret: ctx.house.box.open(secret_sealed), terms, agent: publicUrl }
}
