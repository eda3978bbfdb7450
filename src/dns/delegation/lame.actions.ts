import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context } from '../../kernel/context.ts'
import { Unreachable } from '../../kernel/outside/ask.ts'
import { Framed } from '../../kernel/outside/framed.ts'
import { inwardOf, publishedAddressesOf } from '../../kernel/outside/reach.ts'
import { asking, MalformedMessage, opcodes, readMessage, types } from '../message/message.rules.ts'
import { reachOf } from '../server/wish.actions.ts'

/** Whether name servers answer for a zone before it is handed over to them (a lame one would leave it without names). */

const longest = 8_000

/** What is wrong with each that is not as it should be. */
export async function lameServers(ctx: Context, servers: readonly string[], zone: string): Promise<string[]> {
  const faults = await Promise.all(servers.map(async (server) => ({ server, fault: await faultOf(ctx, server, zone) })))
  return faults.flatMap(({ server, fault }) => (fault === null ? [] : [`${server} ${fault}`]))
}

async function faultOf(ctx: Context, server: string, zone: string): Promise<string | null> {
  if (isIP(server) !== 0) return 'is an address; name the server'
  const deadline = AbortSignal.timeout(longest)
  try {
    const { resolvers, privateHosts } = reachOf(ctx)
    const found = await publishedAddressesOf(server, resolvers, deadline)
    const inward = privateHosts.includes(server) ? null : inwardOf(found)
    if (inward) return `leads to ${inward.address} (${inward.use}), which nobody can ask from outside`
    const connection = await Framed.open(found, ctx.house.config.dnsPort, deadline)
    try {
      const id = randomInt(65_536)
      connection.send(asking({ id, opcode: opcodes.query, name: zone, type: types.SOA }))
      const answer = readMessage(await connection.next(deadline))
      const answersForIt =
        answer.id === id &&
        answer.isAuthoritative &&
        answer.code === 0 &&
        answer.answers.some(({ type, name }) => type === types.SOA && name === zone)
      return answersForIt ? null : `does not answer for ${zone}; set the zone up there first`
    } finally {
      connection.close()
    }
  } catch (error) {
    if (error instanceof Unreachable) return error.message
    if (error instanceof MalformedMessage) return 'answered in no DNS message'
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'has no address' : `could not be reached (${code ?? message})`
  }
}
