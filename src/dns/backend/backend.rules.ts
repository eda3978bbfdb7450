import type { Algorithm } from '../message/tsig.rules.ts'
import type { Change } from '../message/update.rules.ts'

/** What is asked of a name server, whichever way it is spoken to. */

export const backendKinds = ['rfc2136', 'powerdns'] as const
export type BackendKind = (typeof backendKinds)[number]

/** How a server is reached, and what proves that it is us. */
export interface Target {
  readonly kind: BackendKind
  readonly address: string
  readonly keyName: string | null
  readonly algorithm: Algorithm | null
  readonly secret: string
}

/** A whole zone as the server has it: our kinds of records by name and type, and how many other sets there are. */
export interface ZoneContent {
  readonly serial: number
  readonly sets: ReadonlyMap<string, readonly string[]>
  readonly others: number
}

export const setKey = (name: string, type: string): string => `${name} ${type}`

/** Each of these takes up to its deadline, and throws a `DnsFault` for whatever goes wrong there. */
export interface NameServer {
  /** The zone at the server that this name is in. */
  zoneOf(name: string): Promise<string>
  serialOf(zone: string): Promise<number>
  /** An update that changes nothing, so that it is known whether we may. */
  rehearse(zone: string): Promise<void>
  /** No more than so many changes are worth reading for the next message. */
  readonly most: number
  /** From the first on, as many as fit into one message, all of those or none; so many. What goes comes first. */
  apply(zone: string, changes: readonly Change[]): Promise<number>
  read(zone: string): Promise<ZoneContent>
  close(): void
}

/** Who cannot be spoken to at all, and which zone alone is not taken. */
type FaultScope = 'server' | 'zone'

/** Said in a sentence whose subject is the server. */
export class DnsFault extends Error {
  readonly scope: FaultScope

  constructor(scope: FaultScope, message: string) {
    super(message)
    this.scope = scope
  }
}

/** `ns1.example.net`, `ns1.example.net:5353`, `192.0.2.53:53`, `[2001:db8::53]:53`. */
export function hostAndPort(address: string): { readonly host: string; readonly port: number } | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::(\d{1,5}))?$/.exec(address.toLowerCase())
  const host = match?.[1] ?? match?.[2]
  const port = Number(match?.[3] ?? 53)
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port }
}
