import { stopwatch } from '../../kernel/clock.ts'
import { bodyWithin, whyUnreachable } from '../../kernel/outside/answer.ts'
import { ask, Unreachable, type Terms } from '../../kernel/outside/ask.ts'
import { hostOf } from '../../kernel/outside/reach.ts'
import type { Change } from '../message/update.rules.ts'
import { recordTypes } from '../zone/owner.rules.ts'
import { DnsFault, setKey, type NameServer, type Target, type ZoneContent } from './backend.rules.ts'

/** PowerDNS by the API of its authoritative server. */

const longest = { answer: 15_000, zone: 120_000 } as const
const mostBytes = 64 * 1024 * 1024
/**
 * Changes in a request. It reads the whole zone for each (`rectifyZone`), so few large ones cost it less than many small
 * ones; but how long a large one takes depends on its database, so they grow only while it answers within so many ms. A
 * body stays below what it and proxies take unless told otherwise: 1 MiB.
 */
const atOnce = { first: 1_000, most: 8_000, soon: 5_000, bytes: 1_000_000 } as const

interface Zone {
  readonly serial: number
  readonly soa_edit_api: string
  readonly rrsets?: readonly {
    readonly name: string
    readonly type: string
    readonly records: readonly { readonly content: string; readonly disabled?: boolean }[]
  }[]
}

export function openPowerDns({ address, secret }: Target, terms: Terms): Promise<NameServer> {
  const base = URL.parse(`${address.replace(/\/+$/, '')}/api/v1/servers/localhost/`)
  if (base === null) throw new DnsFault('server', 'has no address that can be read')
  // Whoever runs it on an inner network has no need of TLS there.
  const allowPlain = terms.allowPlain || terms.privateHosts.includes(hostOf(base))
  return Promise.resolve(new PowerDns(base, secret, { ...terms, allowPlain }))
}

const dotted = (name: string): string => `${name}.`
const undotted = (name: string): string => name.replace(/\.$/, '').toLowerCase()

class PowerDns implements NameServer {
  readonly #base: URL
  readonly #key: string
  readonly #terms: Terms
  #most: number = atOnce.first

  get most(): number {
    return this.#most
  }

  constructor(base: URL, key: string, terms: Terms) {
    this.#base = base
    this.#key = key
    this.#terms = terms
  }

  async zoneOf(name: string): Promise<string> {
    const labels = name.split('.')
    for (let n = 0; n < labels.length - 2; n++) {
      const zone = labels.slice(n).join('.')
      if ((await this.#call('GET', `zones/${dotted(zone)}?rrsets=false`, [200, 404])).status === 200) return zone
    }
    throw new DnsFault('zone', `does not answer for ${name}`)
  }

  async serialOf(zone: string): Promise<number> {
    return (await this.#zone(zone, '?rrsets=false')).serial
  }

  /** Its key may all or nothing, and even an empty change raises the serial; a serial that stays is never fetched by secondaries. */
  async rehearse(zone: string): Promise<void> {
    const { soa_edit_api: edit } = await this.#zone(zone, '?rrsets=false')
    if (!edit || edit.toUpperCase() === 'OFF')
      throw new DnsFault(
        'zone',
        `does not raise the serial of ${zone} with changes by its API; set SOA-EDIT-API of the zone to DEFAULT`,
      )
  }

  async apply(zone: string, changes: readonly Change[]): Promise<number> {
    const rrsets = fitting(changes.slice(0, this.#most))
    const began = stopwatch()
    await this.#call('PATCH', `zones/${dotted(zone)}`, [204], `{"rrsets":[${rrsets.join()}]}`, longest.zone)
    const isSoon = stopwatch() - began < atOnce.soon
    this.#most = isSoon ? Math.min(this.#most * 2, atOnce.most) : atOnce.first
    return rrsets.length
  }

  async read(zone: string): Promise<ZoneContent> {
    const { serial, rrsets = [] } = await this.#zone(zone)
    const sets = new Map<string, string[]>()
    let others = 0
    for (const { name: dottedName, type, records } of rrsets) {
      const name = undotted(dottedName)
      if (type === 'SOA' || (type === 'NS' && name === zone)) continue
      if (!(recordTypes as readonly string[]).includes(type)) others++
      else
        sets.set(
          setKey(name, type),
          records.filter(({ disabled }) => !disabled).map(({ content }) => undotted(content)),
        )
    }
    return { serial, sets, others }
  }

  close(): void {
    // Each request has a connection of its own.
  }

  async #zone(zone: string, query = ''): Promise<Zone> {
    const { status, body } = await this.#call(
      'GET',
      `zones/${dotted(zone)}${query}`,
      [200, 404],
      undefined,
      longest.zone,
    )
    if (status === 404) throw new DnsFault('zone', `has no zone ${zone}`)
    const read = body as Partial<Zone> | null
    if (typeof read?.serial !== 'number') throw new DnsFault('server', 'answered in other words than its API has')
    return { serial: read.serial, soa_edit_api: read.soa_edit_api ?? '', ...(read.rrsets && { rrsets: read.rrsets }) }
  }

  async #call(
    method: string,
    path: string,
    good: readonly number[],
    payload?: string,
    patience: number = longest.answer,
  ) {
    const { status, text } = await this.#said(method, path, payload, patience)
    if (status === 401 || status === 403) throw new DnsFault('server', `does not accept this API key (${status})`)
    const body = parsed(text)
    if (good.includes(status)) {
      if (status === 200 && body === undefined) throw new DnsFault('server', 'answered with something that is no JSON')
      return { status, body }
    }
    const said = (body as { error?: unknown } | undefined)?.error
    const why = typeof said === 'string' ? `: ${said.slice(0, 200)}` : ''
    throw new DnsFault(status === 404 || status === 422 ? 'zone' : 'server', `answered ${status}${why}`)
  }

  async #said(method: string, path: string, payload: string | undefined, patience: number) {
    const deadline = AbortSignal.timeout(patience)
    const headers = { 'x-api-key': this.#key, accept: 'application/json', 'content-type': 'application/json' }
    const asked = { method, headers, ...(payload && { payload }) }
    try {
      const answer = await ask(new URL(path, this.#base), asked, this.#terms, deadline)
      const body = await bodyWithin(answer, mostBytes)
      if (!body) throw new Unreachable('answered with too much')
      return { status: answer.statusCode ?? 0, text: body.toString() }
    } catch (error) {
      if (deadline.aborted) throw new DnsFault('server', 'took too long to answer')
      throw new DnsFault('server', whyUnreachable(error))
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** From the first on, as many as a body has room for. */
function fitting(changes: readonly Change[]): string[] {
  const fits: string[] = []
  let room: number = atOnce.bytes
  for (const change of changes) {
    const text = JSON.stringify(rrsetOf(change))
    room -= text.length + 1
    if (room < 0) break
    fits.push(text)
  }
  return fits
}

function rrsetOf({ name, type, ttl, contents }: Change): object {
  const set = { name: dotted(name), type }
  if (contents.length === 0) return { ...set, changetype: 'DELETE' }
  const records = contents.map((content) => ({ content: dotted(content), disabled: false }))
  return { ...set, ttl, changetype: 'REPLACE', records }
}
