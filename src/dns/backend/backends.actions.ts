import type { Terms } from '../../kernel/outside/ask.ts'
import type { BackendKind, NameServer, Target } from './backend.rules.ts'
import { openPowerDns } from './powerdns.actions.ts'
import { openRfc2136 } from './rfc2136.actions.ts'

/** The ways there are to speak to a name server: each a row here, and a file. */
const backends: Readonly<Record<BackendKind, (target: Target, terms: Terms) => Promise<NameServer>>> = {
  rfc2136: openRfc2136,
  powerdns: openPowerDns,
}

export const openServer = async (target: Target, terms: Terms): Promise<NameServer> =>
  backends[target.kind](target, terms)
