import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stripe as far as its client can tell: the wire format of the calls Sublet makes (forms in, JSON out, Idempotency-Key
 * with replay and mismatch, errors by status and type), on loopback only.
 */

interface Intent {
  id: string
  object: 'payment_intent'
  status: string
  amount: number
  amount_received: number
  customer: string | null
  payment_method: string
  capture_method: string
  metadata: Record<string, string>
  next_action: { type: string; redirect_to_url: { url: string; return_url: string } } | null
  last_payment_error: { type: string; code: string; decline_code?: string } | null
}

/** A hosted page (Checkout), in set-up or in payment mode. */
interface Session {
  id: string
  object: 'checkout.session'
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  url: string | null
  expires_at: number
  customer: string | null
  client_reference_id: string | null
  metadata: Record<string, string>
  amount_total: number
  payment_intent: string | null
  setup_intent: { id: string; object: 'setup_intent'; status: string; payment_method: object | null } | null
  success_url: string
  cancel_url: string
}

interface Answer {
  readonly status: number
  readonly body: object
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly form: Readonly<Record<string, string>>
  readonly key: string | undefined
}

/** What the next request meets instead of an answer. */
export type Mishap = 'error' | 'too many' | 'hang up' | 'silence' | 'hang up after acting' | 'error after acting'

/** By the name of the payment method, as Stripe's own test methods do. */
const declines: Readonly<Record<string, string>> = {
  pm_card_chargeDeclined: 'generic_decline',
  pm_card_chargeDeclinedInsufficientFunds: 'insufficient_funds',
}

export class StripeStandin {
  readonly intents = new Map<string, Intent>()
  readonly sessions = new Map<string, Session>()
  readonly customers: { id: string; metadata: Record<string, string> }[] = []
  readonly refunds: { id: string; payment_intent: string; amount: number }[] = []
  readonly detached: string[] = []
  /** Every request, in order. */
  readonly asked: Asked[] = []
  readonly mishaps: Mishap[] = []
  mostAtOnce = 0
  #atOnce = 0
  readonly #answers = new Map<string, { readonly said: string; readonly answer: Answer }>()
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => void this.#server.close(resolve))
  }

  /** The intent of one of our payments. */
  intentOf(payment: string): Intent {
    const found = [...this.intents.values()].find(({ metadata }) => metadata['payment'] === payment)
    if (!found) throw new Error(`nobody asked for payment ${payment}`)
    return found
  }

  /** The person types a card on the page, and takes whatever step the bank wants; a declined one is typed again. */
  complete(id: string, card = 'pm_card_visa'): void {
    const session = this.sessions.get(id)
    if (session?.status !== 'open') throw new Error(`the page ${id} is not open`)
    session.status = 'complete'
    session.url = null
    if (session.mode === 'setup' && session.setup_intent) {
      Object.assign(session.setup_intent, { status: 'succeeded', payment_method: cardOf(card, session.customer) })
      return
    }
    const { amount_total, customer, metadata } = session
    this.#newIntent({
      amount: String(amount_total),
      customer: customer ?? '',
      payment_method: card,
      off_session: 'true',
    })
    const intent = [...this.intents.values()].at(-1)
    if (!intent) throw new Error('no intent was made')
    intent.metadata = { ...metadata }
    session.payment_status = 'paid'
    session.payment_intent = intent.id
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request)
    this.asked.push(asked)
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce)
    // A turn of the loop, so that requests which came together are seen together.
    await new Promise((resolve) => void setImmediate(resolve))
    this.#atOnce--
    const mishap = this.mishaps.shift()
    if (mishap === 'silence') return
    if (mishap === 'hang up') return void request.socket.destroy()
    if (mishap === 'error') return send(response, fault(500, 'api_error', 'unknown'))
    if (mishap === 'too many') return send(response, fault(429, 'invalid_request_error', 'rate_limit'))
    if (request.headers.authorization !== 'Bearer sk_test_1')
      return send(response, fault(401, 'invalid_request_error', 'api_key_invalid'))
    const { answer, replayed } = this.#once(asked)
    if (mishap === 'error after acting') {
      // Stripe keeps what it said first under a key, its own errors included.
      const broken = fault(500, 'api_error', 'unknown')
      this.#answers.set(asked.key ?? '', { said: JSON.stringify([asked.path, asked.form]), answer: broken })
      return send(response, broken)
    }
    if (mishap === 'hang up after acting') return void request.socket.destroy()
    send(response, answer, replayed)
  }

  /** Under a key everything happens once; with other words it is refused. */
  #once(asked: Asked): { answer: Answer; replayed: boolean } {
    if (asked.key === undefined || asked.method !== 'POST') return { answer: this.#act(asked), replayed: false }
    const said = JSON.stringify([asked.path, asked.form])
    const known = this.#answers.get(asked.key)
    if (known && known.said !== said)
      return { answer: fault(400, 'idempotency_error', 'idempotency_mismatch'), replayed: false }
    if (known) return { answer: known.answer, replayed: true }
    const answer = structuredClone(this.#act(asked))
    this.#answers.set(asked.key, { said, answer })
    return { answer, replayed: false }
  }

  #act({ method, path, form }: Asked): Answer {
    const [, , noun = '', id = '', verb = ''] = path.split('?')[0]?.split('/') ?? []
    if (noun === 'customers') return this.#newCustomer(form)
    if (noun === 'payment_methods') return verb === 'detach' ? this.#detach(id) : attach(id, form)
    if (noun === 'refunds') return this.#refund(form)
    if (noun === 'checkout') return this.#page(path.split('?')[0]?.split('/').slice(4) ?? [], form)
    if (noun !== 'payment_intents') return fault(404, 'invalid_request_error', 'url_invalid')
    if (method === 'GET' && id === '') return ok({ object: 'list', has_more: false, data: [...this.intents.values()] })
    if (id === '') return this.#newIntent(form)
    const intent = this.intents.get(id)
    if (!intent) return fault(404, 'invalid_request_error', 'resource_missing')
    if (path.includes('expand'))
      return ok({ ...intent, payment_method: cardOf(intent.payment_method, intent.customer) })
    if (verb === 'capture') return this.#move(intent, ['requires_capture'], 'succeeded')
    if (verb === 'cancel') return this.#move(intent, ['requires_capture', 'requires_action'], 'canceled')
    return ok(intent)
  }

  #page([id, verb]: readonly (string | undefined)[], form: Asked['form']): Answer {
    if (id === undefined) return this.#newPage(form)
    const session = this.sessions.get(id)
    if (!session) return fault(404, 'invalid_request_error', 'resource_missing')
    if (verb !== 'expire') return ok(session)
    if (session.status !== 'open') return fault(400, 'invalid_request_error', 'session_not_open')
    Object.assign(session, { status: 'expired', url: null })
    return ok(session)
  }

  #newPage(form: Asked['form']): Answer {
    const id = `cs_test_${this.sessions.size + 1}`
    const { mode = '', customer = null, client_reference_id = null, success_url = '', cancel_url = '' } = form
    if (mode !== 'setup' && mode !== 'payment') return fault(400, 'invalid_request_error', 'parameter_invalid')
    const session: Session = {
      id,
      object: 'checkout.session',
      mode,
      status: 'open',
      payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
      url: `https://checkout.stripe.example/c/pay/${id}`,
      expires_at: 1_795_000_000,
      customer,
      client_reference_id,
      metadata: metadataOf(form),
      amount_total: Number(form['line_items[0][price_data][unit_amount]'] ?? 0),
      payment_intent: null,
      setup_intent:
        mode === 'setup'
          ? { id: `seti_${id}`, object: 'setup_intent', status: 'requires_payment_method', payment_method: null }
          : null,
      success_url,
      cancel_url,
    }
    this.sessions.set(id, session)
    return ok(session)
  }

  #detach(id: string): Answer {
    if (this.detached.includes(id)) return fault(400, 'invalid_request_error', 'resource_missing')
    this.detached.push(id)
    return ok({ id, object: 'payment_method', customer: null })
  }

  #newCustomer(form: Asked['form']): Answer {
    const customer = { id: `cus_${this.customers.length + 1}`, metadata: metadataOf(form) }
    this.customers.push(customer)
    return ok({ object: 'customer', ...customer })
  }

  #newIntent(form: Asked['form']): Answer {
    const { payment_method: method = '', capture_method = 'automatic', return_url = '' } = form
    if (!method.startsWith('pm_card_')) return fault(400, 'invalid_request_error', 'resource_missing')
    const away = form['off_session'] === 'true'
    const decline = declines[method] ?? (method === 'pm_card_twoSteps' && away ? 'authentication_required' : undefined)
    const asks = method === 'pm_card_twoSteps' && !away
    const paid = capture_method === 'manual' ? 'requires_capture' : 'succeeded'
    const code = decline === 'authentication_required' ? decline : 'card_declined'
    const intent: Intent = {
      id: `pi_${this.intents.size + 1}`,
      object: 'payment_intent',
      status: decline ? 'requires_payment_method' : asks ? 'requires_action' : paid,
      amount: Number(form['amount']),
      amount_received: !decline && !asks && paid === 'succeeded' ? Number(form['amount']) : 0,
      customer: form['customer'] ?? null,
      payment_method: method,
      capture_method,
      metadata: metadataOf(form),
      next_action: asks
        ? { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/step', return_url } }
        : null,
      last_payment_error: decline ? { type: 'card_error', code, decline_code: decline } : null,
    }
    this.intents.set(intent.id, intent)
    return decline ? fault(402, 'card_error', code, { decline_code: decline, payment_intent: intent }) : ok(intent)
  }

  #move(intent: Intent, from: readonly string[], to: string): Answer {
    if (!from.includes(intent.status)) return fault(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    intent.status = to
    if (to === 'succeeded') intent.amount_received = intent.amount
    return ok(intent)
  }

  #refund(form: Asked['form']): Answer {
    const { payment_intent = '', amount = '0' } = form
    if (this.refunds.some((refund) => refund.payment_intent === payment_intent))
      return fault(400, 'invalid_request_error', 'charge_already_refunded')
    const refund = { id: `re_${this.refunds.length + 1}`, payment_intent, amount: Number(amount) }
    this.refunds.push(refund)
    return ok({ object: 'refund', status: 'pending', ...refund })
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
  const key = request.headers['idempotency-key'] as string | undefined
  return { method: request.method ?? '', path: request.url ?? '', form, key }
}

function send(response: ServerResponse, { status, body }: Answer, replayed = false): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_1',
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  })
  response.end(JSON.stringify(body))
}

const ok = (body: object): Answer => ({ status: 200, body })

const fault = (status: number, type: string, code: string, more: object = {}): Answer => ({
  status,
  body: { error: { type, code, message: `No: ${code}.`, ...more } },
})

const metadataOf = (form: Asked['form']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const inner = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return inner === undefined ? [] : [[inner, value]]
    }),
  )

const cardOf = (id: string, customer: string | null): object => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer,
  card: { brand: 'visa', last4: '4242', exp_month: 5, exp_year: 2044 },
})

function attach(id: string, form: Asked['form']): Answer {
  const method = { id, object: 'payment_method', customer: form['customer'] ?? null }
  if (id === 'pm_paypal') return ok({ ...method, type: 'paypal', paypal: {} })
  if (id === 'pm_card_refused') return fault(402, 'card_error', 'card_declined', { decline_code: 'stolen_card' })
  if (!id.startsWith('pm_card_')) return fault(404, 'invalid_request_error', 'resource_missing')
  return ok(cardOf(id, method.customer))
}
