import type { Context } from '../../kernel/context.ts'
import type { Target } from '../backend/backend.rules.ts'
import type { DnsServer } from './server.store.ts'

/** With its secret opened: for the moment in which it is spoken to. */
export function targetOf(ctx: Context, server: DnsServer): Target {
  const { kind, address, key_name: keyName, algorithm, secret_sealed: sealed } = server
  return { kind, address, keyName, algorithm, secret: sealed === null ? '' : ctx.house.box.open(sealed) }
}
