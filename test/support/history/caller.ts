import { createHash, randomUUID } from 'node:crypto'
import { Agent, type OutgoingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { call, type Answer } from '../http-call.ts'
import type { History, Operation } from './history.ts'
import { below, type Random } from './random.ts'

/** Sends requests to whichever node, again under the same key until somebody answers, and writes down what came of it. */

// oxlint-disable-next-line typescript/no-explicit-any -- answers are checked against OpenAPI elsewhere
export type Body = any

export interface Wish extends Pick<Operation, 'kind' | 'mayBe' | 'writes' | 'effects' | 'slack'> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: unknown
  /** Not kept under a key: to ask again is another request. */
  readonly repeatable?: false
  /** What lists gain by it, as far as that is known without an answer. */
  readonly adds?: (body: Body) => Operation['adds']
  /** What an answer shows, be it good or a refusal. */
  readonly shows?: (body: Body, status: number) => Pick<Operation, 'reads' | 'sees'> | null
}

/** Longer than a node and its database need to come back and to finish what they had begun. */
const patienceMs = 150_000

/** One good answer in ten is asked for again. */
const askAgain = 0.1

const notYet = /"(idempotency_in_progress|cart_in_checkout)"/

export class Caller {
  readonly #history: History
  readonly #urls: readonly string[]
  readonly #random: Random
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })

  constructor(history: History, urls: readonly string[], random: Random) {
    this.#history = history
    this.#urls = urls
    this.#random = random
  }

  close(): void {
    this.#agent.destroy()
  }

  /** For what no general rule is about. */
  complain(finding: string): void {
    this.#history.complaints.push(finding)
  }

  /** The body of a good answer; null when it was refused, or never answered. */
  async perform(wish: Wish): Promise<Body> {
    const key = wish.method === 'GET' || wish.repeatable === false ? undefined : randomUUID()
    const invoked = performance.now()
    const { answer, attempts } = await this.#untilAnswered(wish, key, invoked)
    const completed = performance.now()
    const body = answer && bodyOf(answer)
    const shown = answer ? (wish.shows?.(body, answer.status) ?? null) : null
    const good = answer !== null && (answer.status < 300 || shown !== null)
    const again = good && key !== undefined && this.#random() < askAgain ? await this.#again(wish, key) : []
    this.#history.operations.push({
      kind: wish.kind,
      invoked,
      completed,
      outcome: answer ? (good ? 'ok' : 'refused') : 'unknown',
      said: answer ? `${answer.status} ${body?.code ?? body?.error ?? ''}`.trim() : 'nothing',
      attempts,
      answers: good ? [digestOf(answer), ...again] : [],
      ...(wish.mayBe && { mayBe: wish.mayBe }),
      ...(wish.writes && { writes: wish.writes }),
      ...(wish.effects && { effects: wish.effects }),
      ...(wish.slack !== undefined && { slack: wish.slack }),
      ...(wish.adds && { adds: wish.adds(good ? body : null) }),
      ...shown,
    } as Operation)
    return good ? (body ?? {}) : null
  }

  async #untilAnswered(wish: Wish, key: string | undefined, begun: number) {
    for (let attempts = 1; ; attempts++) {
      const answer = await this.#send(wish, key)
      if (answer && answer.status !== 503 && !notYet.test(answer.text)) return { answer, attempts }
      if (performance.now() - begun > patienceMs) return { answer: null, attempts }
      await pause(20 + below(this.#random, 80))
    }
  }

  /** Null: nobody answered. */
  async #send({ method, path, headers, body }: Wish, key: string | undefined): Promise<Answer | null> {
    const url = `${this.#urls[below(this.#random, this.#urls.length)]}${path}`
    try {
      const answer = await call(method, url, {
        headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
        body,
        agent: this.#agent,
      })
      this.#history.note(answer.status)
      return answer
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') this.#history.cut++
      return null
    }
  }

  /** Once more, though it was answered: the same key gets the same answer, from any node. */
  async #again(wish: Wish, key: string): Promise<string[]> {
    const answer = await this.#send(wish, key)
    return answer === null || answer.status === 503 || notYet.test(answer.text) ? [] : [digestOf(answer)]
  }
}

const digestOf = ({ status, text }: Answer): string => createHash('sha256').update(`${status} ${text}`).digest('hex')

function bodyOf({ text }: Answer): Body {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
