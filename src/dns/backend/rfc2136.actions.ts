import { randomInt } from 'node:crypto'
import { realNow } from '../../kernel/clock.ts'
import { whyUnreachable } from '../../kernel/outside/answer.ts'
import { addressesToSpeakTo, type Terms } from '../../kernel/outside/ask.ts'
import { Framed } from '../../kernel/outside/framed.ts'
import {
  asking,
  MalformedMessage,
  opcodes,
  readMessage,
  readName,
  serialIn,
  types,
  type Message,
  type WireRecord,
} from '../message/message.rules.ts'
import { AnswerSeal, signed, tsigErrorOf, type TsigKey } from '../message/tsig.rules.ts'
import { updateOf, type Change } from '../message/update.rules.ts'
import { recordTypes } from '../zone/owner.rules.ts'
import { DnsFault, hostAndPort, setKey, type NameServer, type Target, type ZoneContent } from './backend.rules.ts'

/** Dynamic updates, signed, over TCP (RFC 2136, RFC 8945, RFC 5936): BIND, Knot, PowerDNS and others. */

const longest = { answer: 15_000, transfer: 120_000 } as const
const mostTransferred = 256 * 1024 * 1024

export async function openRfc2136(target: Target, terms: Terms): Promise<NameServer> {
  const at = hostAndPort(target.address)
  if (at === null) throw new DnsFault('server', 'has no address that can be read')
  const key: TsigKey = {
    name: target.keyName ?? '',
    algorithm: target.algorithm ?? 'hmac-sha256',
    secret: Buffer.from(target.secret, 'base64'),
  }
  const connection = await reached(async () => {
    const deadline = AbortSignal.timeout(longest.answer)
    return Framed.open(await addressesToSpeakTo(at.host, terms, deadline), at.port, deadline)
  })
  return new UpdatedServer(connection, key)
}

/** What goes wrong on the way is the server's fault, in a sentence. */
async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DnsFault) throw error
    if (error instanceof MalformedMessage) throw new DnsFault('server', `answered in no DNS message: ${error.message}`)
    throw new DnsFault('server', whyUnreachable(error))
  }
}

class UpdatedServer implements NameServer {
  readonly #connection: Framed
  readonly #key: TsigKey
  /** Some more than fit into 64 KiB. */
  readonly most = 2_000

  constructor(connection: Framed, key: TsigKey) {
    this.#connection = connection
    this.#key = key
  }

  async zoneOf(name: string): Promise<string> {
    const soa = await this.#soaOf(name)
    return soa.record.name
  }

  async serialOf(zone: string): Promise<number> {
    const { message, record } = await this.#soaOf(zone)
    if (record.name !== zone)
      throw new DnsFault('zone', `has no zone ${zone}; the names are in its zone ${record.name}`)
    return serialIn(message.bytes, record)
  }

  async rehearse(zone: string): Promise<void> {
    const name = `sublet-rehearsal.${zone}`
    await this.#update(
      zone,
      recordTypes.map((type) => ({ name, type, ttl: 0, contents: [] })),
    )
  }

  apply(zone: string, changes: readonly Change[]): Promise<number> {
    return this.#update(zone, changes)
  }

  read(zone: string): Promise<ZoneContent> {
    return reached(() => this.#transfer(zone))
  }

  close(): void {
    this.#connection.close()
  }

  async #update(zone: string, changes: readonly Change[]): Promise<number> {
    const { bytes, count } = updateOf(randomInt(65_536), zone, changes)
    await this.#ask(bytes, zone)
    return count
  }

  /** In the answer where it is of this name; beside it where the name is further down. */
  async #soaOf(name: string): Promise<{ message: Message; record: WireRecord }> {
    const question = asking({ id: randomInt(65_536), opcode: opcodes.query, name, type: types.SOA })
    const message = await this.#ask(question, name, [0, 3])
    const record = [...message.answers, ...message.authorities].find(({ type }) => type === types.SOA)
    if (!message.isAuthoritative || !record) throw new DnsFault('zone', `does not answer for ${name}`)
    return { message, record }
  }

  /** One question, one answer. */
  async #ask(question: Buffer, zone: string, good: readonly number[] = [0]): Promise<Message> {
    return reached(async () => {
      const { bytes, mac } = signed(question, this.#key, realNow())
      this.#connection.send(bytes)
      const message = readMessage(await this.#connection.next(AbortSignal.timeout(longest.answer)))
      judge(message, question.readUInt16BE(0), zone, good)
      if (!new AnswerSeal(this.#key, mac).isGood(message, realNow())) throw unsigned()
      return message
    })
  }

  async #transfer(zone: string): Promise<ZoneContent> {
    const question = asking({ id: randomInt(65_536), opcode: opcodes.query, name: zone, type: types.AXFR })
    const { bytes, mac } = signed(question, this.#key, realNow())
    const seal = new AnswerSeal(this.#key, mac)
    const content = new Transferred(zone)
    const deadline = AbortSignal.timeout(longest.transfer)
    this.#connection.send(bytes)
    for (let size = 0; !content.isWhole;) {
      const message = readMessage(await this.#connection.next(deadline))
      judge(message, question.readUInt16BE(0), zone, [0])
      if (!seal.isGood(message, realNow())) throw unsigned()
      if ((size += message.bytes.length) > mostTransferred) throw new DnsFault('zone', `has too much in ${zone}`)
      for (const record of message.answers) content.add(message.bytes, record)
    }
    if (!seal.isComplete) throw unsigned()
    return content
  }
}

const unsigned = (): DnsFault => new DnsFault('server', 'gave an answer that was not signed by this key')

const codes: Readonly<Record<number, string>> = {
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  6: 'YXDOMAIN',
  8: 'NXRRSET',
  9: 'NOTAUTH',
  10: 'NOTZONE',
}

const codeWords: Readonly<Record<string, string>> = {
  REFUSED: 'does not let this key do that',
  NOTAUTH: 'is not the primary server, or does not accept the key,',
}

const keyWords: Readonly<Record<string, string>> = {
  BADKEY: 'does not know this key, or not for this algorithm (BADKEY)',
  BADSIG: 'has another secret for this key (BADSIG)',
  BADTIME: 'has a clock that differs from ours by more than five minutes (BADTIME)',
}

function judge(message: Message, id: number, zone: string, good: readonly number[]): void {
  if (!message.isAnswer || message.id !== id) throw new DnsFault('server', 'answered something else than was asked')
  const wrong = tsigErrorOf(message)
  if (wrong !== null) throw new DnsFault('server', keyWords[wrong] ?? `does not accept the signature (${wrong})`)
  if (good.includes(message.code)) return
  const code = codes[message.code] ?? `code ${message.code}`
  throw new DnsFault('zone', `${codeWords[code] ?? 'refused it'} for ${zone} (${code})`)
}

/** What signs a zone says nothing of its own. */
const ofSigning = new Set([46, 47, 48, 50, 51, 59, 60, 65_534])

const typeNames: Readonly<Record<number, string>> = { [types.PTR]: 'PTR', [types.CNAME]: 'CNAME', [types.NS]: 'NS' }

/** From one SOA record to the next (RFC 5936 §2.2). */
class Transferred implements ZoneContent {
  readonly #zone: string
  readonly sets = new Map<string, string[]>()
  readonly #others = new Set<string>()
  serial = -1
  isWhole = false

  constructor(zone: string) {
    this.#zone = zone
  }

  get others(): number {
    return this.#others.size
  }

  add(bytes: Buffer, record: WireRecord): void {
    const { name, type, data } = record
    if (type === types.SOA) {
      this.isWhole = this.serial >= 0
      this.serial = serialIn(bytes, record)
      return
    }
    if (this.serial < 0) throw new DnsFault('zone', `began the transfer of ${this.#zone} without its SOA`)
    if (ofSigning.has(type) || (type === types.NS && name === this.#zone)) return
    const ours = typeNames[type]
    if (ours === undefined) return void this.#others.add(setKey(name, String(type)))
    const key = setKey(name, ours)
    const contents = this.sets.get(key)
    const content = readName(bytes, data).name
    if (contents) contents.push(content)
    else this.sets.set(key, [content])
  }
}
