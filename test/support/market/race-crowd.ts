import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { formatPrefix, knownPrefix, nthChild } from '../../../src/kernel/ip/index.ts'
import { call, type Answer } from '../http-call.ts'
import type { MadeOffer } from './market.ts'
import type { Memory, Refusal } from './race-witness.ts'
import { reserveBody, type Company } from './reservations.ts'

/** Many clients on few connections, who all want blocks of one offer and let go of some of them again. */

const clients = 64
const connections = 8

interface Gate {
  readonly url: string
  readonly agent: Agent
}

const microseconds = (milliseconds: number) => milliseconds * 1_000
const any = (most: number) => Math.floor(Math.random() * most)

export class Crowd implements Memory {
  readonly refusals: Refusal[] = []
  readonly held = new Map<string, string>()
  readonly troubles: string[] = []
  reserved = 0
  withdrawn = 0
  /** Requests without an answer, because their server was killed; each was sent again. */
  cut = 0
  readonly #offer: MadeOffer
  readonly #companies: readonly Company[]
  readonly #gates: readonly Gate[]
  readonly #end = new AbortController()

  constructor(offer: MadeOffer, companies: readonly Company[], urls: readonly string[]) {
    this.#offer = offer
    this.#companies = companies
    const maxSockets = connections / urls.length
    this.#gates = urls.map((url) => ({ url, agent: new Agent({ keepAlive: true, maxSockets }) }))
  }

  /** Until told to stop; then everyone gets the answer they wait for. */
  async run(): Promise<void> {
    await Promise.all(
      Array.from({ length: clients }, (_, n) => this.#live(this.#companies[n % this.#companies.length])),
    )
    for (const { agent } of this.#gates) agent.destroy()
  }

  stop(): void {
    this.#end.abort()
  }

  async #live(company: Company | undefined): Promise<void> {
    if (!company) throw new Error('a client without a company')
    const own: string[] = []
    while (!this.#end.signal.aborted) {
      const uuid = any(2) < own.length ? own.shift() : undefined
      if (uuid !== undefined) await this.#withdraw(company, uuid)
      else await this.#reserve(company, own)
    }
  }

  async #reserve(company: Company, own: string[]): Promise<void> {
    const whole = knownPrefix(this.#offer.block)
    const length = 22 + any(3)
    const block = formatPrefix(nthChild(whole, length, any(2 ** (length - whole.length))))
    const { answer, sent } = await this.#send('POST', company, 'ipv4/services/reserve', reserveBody(this.#offer, block))
    const body = JSON.parse(answer.text) as { data?: { uuid: string }; code?: string; errors?: { address?: string[] } }
    if (answer.status === 200 && body.data) {
      this.reserved++
      this.held.set(body.data.uuid, block)
      own.push(body.data.uuid)
    } else if (body.code === 'subnet_taken') {
      const named = (body.errors?.address ?? []).flatMap((text) => /^(\d\S+) is free$/.exec(text)?.[1] ?? [])
      this.refusals.push({ block, named, sent, answered: microseconds(Date.now() + 1) })
    } else this.troubles.push(`reserving ${block}: ${answer.status} ${answer.text.slice(0, 200)}`)
  }

  async #withdraw(company: Company, uuid: string): Promise<void> {
    const { answer } = await this.#send('DELETE', company, `reservations/${uuid}`)
    if (answer.status !== 200) this.troubles.push(`withdrawing: ${answer.status} ${answer.text.slice(0, 200)}`)
    this.withdrawn++
    this.held.delete(uuid)
  }

  /** A request whose connection is cut is sent again under its key, to whoever answers. */
  async #send(
    method: string,
    { tenant, bearer }: Company,
    path: string,
    body?: unknown,
  ): Promise<{ answer: Answer; sent: number }> {
    const headers = { ...bearer, 'idempotency-key': randomUUID() }
    for (;;) {
      const { url, agent } = this.#gates[any(this.#gates.length)] as Gate
      const sent = microseconds(Date.now())
      const answer = await call(method, `${url}/billing/v1/${tenant}/market/${path}`, { headers, body, agent }).catch(
        (error: NodeJS.ErrnoException) => error,
      )
      if (!(answer instanceof Error)) {
        if (!answer.text.includes('"idempotency_in_progress"')) return { answer, sent }
      } else if (answer.code === 'ECONNREFUSED') await pause(20)
      else if (answer.code === 'ECONNRESET' || answer.message.includes('cut off') || answer.code === 'EPIPE') this.cut++
      else throw answer
    }
  }
}
