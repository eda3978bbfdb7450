import type { Context } from '../../kernel/context.ts'
import { requestRdap, type RdapAnswer } from '../reading/rdap-request.ts'
import { userAgentOf } from '../reading/user-agent.ts'
import { pausedUntil } from './evidence.store.ts'
import { RdapFault } from './fault.rules.ts'
import { rdapTurns } from './turns.memory.ts'

/** One question to a stranger's server, in our name, when it is our turn and if it wants to be asked. */
export function request(ctx: Context, address: string, totalMs: number): Promise<RdapAnswer> {
  const { config } = ctx.house
  const turn = async (host: string): Promise<void> => {
    const until = await pausedUntil(ctx, host)
    const seconds = until ? Math.ceil((until.getTime() - ctx.realNow.getTime()) / 1_000) : 0
    if (until) throw new RdapFault('busy', `${host} wants to be left alone for ${seconds} s`, { host, seconds })
    await rdapTurns(ctx).take(host)
  }
  return requestRdap(address, {
    privateHosts: config.importPrivateHosts,
    userAgent: userAgentOf(config),
    silenceMs: 5_000,
    totalMs,
    turn,
    now: ctx.realNow,
  })
}
