import type { Caller, Wish } from './caller.ts'
import type { Cast, Noter, Owner, Trader } from './cast.ts'
import { below, oneOf, type Random } from './random.ts'

/** Clients other than buyers: each does one thing after another, at random, until told to stop. */

export interface Client {
  /** One or a few operations. */
  step(): Promise<void>
}

/** How soon every node has heard of a revocation, by its own promise. */
const heardWithin = 600

const titleOf = ({ tenant, bearer }: Noter): Wish => ({
  kind: 'company.read',
  method: 'GET',
  path: `/billing/v1/${tenant}`,
  headers: bearer,
  shows: ({ data }, status) =>
    status === 200
      ? { reads: { object: `title ${tenant}`, value: Number(/^H-(\d+)$/.exec(data.title)?.[1] ?? 0) } }
      : null,
})

const noteOf = ({ tenant, bearer, block }: Noter): Wish => ({
  kind: 'prefix.read',
  method: 'GET',
  path: `/nethub-data/${tenant}/prefixes/${encodeURIComponent(block)}`,
  headers: bearer,
  shows: ({ holderMetadata }, status) =>
    status === 200 ? { reads: { object: `note ${block}`, value: Number(holderMetadata.seq ?? 0) } } : null,
})

/** The price of an offer without what it began with. */
const firstPrice = 1_000

const priceOf = ({ tenant, bearer, offer }: Trader): Wish => ({
  kind: 'offer.read',
  method: 'GET',
  path: `/billing/v1/${tenant}/market/services/${offer.uuid}`,
  headers: bearer,
  shows: ({ pricings }, status) =>
    status === 200 ? { reads: { object: `price ${offer.uuid}`, value: pricings.data[0].price - firstPrice } } : null,
})

/** Names its company and annotates its prefix, with a number that grows. */
export class NoteTaker implements Client {
  readonly #caller: Caller
  readonly #random: Random
  readonly #who: Noter
  #titles = 0
  #notes = 0

  constructor(caller: Caller, random: Random, who: Noter) {
    this.#caller = caller
    this.#random = random
    this.#who = who
  }

  async step(): Promise<void> {
    const chance = this.#random()
    if (chance < 0.35) await this.#rename()
    else if (chance < 0.7) await this.#annotate()
    else await this.#caller.perform(chance < 0.85 ? titleOf(this.#who) : noteOf(this.#who))
  }

  async #rename(): Promise<void> {
    const { tenant, bearer } = this.#who
    const value = ++this.#titles
    await this.#caller.perform({
      kind: 'company.rename',
      method: 'PATCH',
      path: `/billing/v1/${tenant}`,
      headers: bearer,
      body: { title: `H-${value}` },
      writes: { object: `title ${tenant}`, value },
      effects: [`title ${tenant} ${value}`],
    })
  }

  async #annotate(): Promise<void> {
    const { tenant, bearer, block } = this.#who
    const value = ++this.#notes
    await this.#caller.perform({
      kind: 'prefix.note',
      method: 'PATCH',
      path: `/nethub-data/${tenant}/prefixes/${encodeURIComponent(block)}/metadata`,
      headers: bearer,
      body: { metadata: { seq: String(value) } },
      writes: { object: `note ${block}`, value },
    })
  }
}

/** Changes the price of its offer, upwards only. */
export class Pricer implements Client {
  readonly #caller: Caller
  readonly #random: Random
  readonly #who: Trader
  #changes = 0

  constructor(caller: Caller, random: Random, who: Trader) {
    this.#caller = caller
    this.#random = random
    this.#who = who
  }

  async step(): Promise<void> {
    if (this.#random() < 0.5) return void (await this.#caller.perform(priceOf(this.#who)))
    const { tenant, bearer, offer } = this.#who
    const value = ++this.#changes
    await this.#caller.perform({
      kind: 'offer.price',
      method: 'PATCH',
      path: `/billing/v1/${tenant}/market/services/${offer.uuid}`,
      headers: bearer,
      body: { pricings: [{ uuid: offer.pricingOf[24], value: firstPrice + value }] },
      writes: { object: `price ${offer.uuid}`, value },
      effects: [`offer changed ${offer.uuid}`],
    })
  }
}

/** Reads what others write. */
export class Reader implements Client {
  readonly #caller: Caller
  readonly #random: Random
  readonly #everything: readonly Wish[]

  constructor(caller: Caller, random: Random, cast: Cast) {
    this.#caller = caller
    this.#random = random
    this.#everything = registersOf(cast)
  }

  async step(): Promise<void> {
    const wish = oneOf(this.#random, this.#everything)
    if (wish) await this.#caller.perform(wish)
  }
}

export const registersOf = ({ noters, traders }: Cast): Wish[] => [
  ...noters.flatMap((noter) => [titleOf(noter), noteOf(noter)]),
  ...traders.map(priceOf),
]

interface LiveKey {
  readonly uuid: string
  readonly clientId: string
  readonly secret: string
  readonly token: string | null
  readonly rotated: boolean
}

/** Makes app keys, uses them, gives them a second secret, and ends them. */
export class KeyKeeper implements Client {
  readonly #caller: Caller
  readonly #random: Random
  readonly #who: Owner
  readonly #live: LiveKey[] = []
  #ended: LiveKey | null = null
  #made = 0

  constructor(caller: Caller, random: Random, who: Owner) {
    this.#caller = caller
    this.#random = random
    this.#who = who
  }

  async step(): Promise<void> {
    const chance = this.#random()
    const place = below(this.#random, this.#live.length)
    const key = this.#live[place]
    if (!key || (chance < 0.2 && this.#live.length < 10)) return this.#make()
    if (key.token === null) return this.#getToken(key, place)
    if (chance < 0.35 && !key.rotated) return this.#rotate(key, place)
    if (chance < 0.5) return this.#revoke(key, place)
    return this.#use(chance < 0.65 && this.#ended ? this.#ended : key)
  }

  #path(rest = ''): string {
    return `/portal/companies/${this.#who.tenant}/app-keys${rest}`
  }

  async #make(): Promise<void> {
    const name = `h-${this.#who.tenant}-${++this.#made}`
    const body = await this.#caller.perform({
      kind: 'app_key.create',
      method: 'POST',
      path: this.#path(),
      headers: this.#who.headers,
      body: { name, scopes: ['billing'] },
      effects: [`app key ${name}`],
    })
    if (!body) return
    const { uuid, client_id: clientId, client_secret: secret } = body.data
    this.#live.push({ uuid, clientId, secret, token: null, rotated: false })
  }

  async #getToken(key: LiveKey, place: number): Promise<void> {
    const form = { grant_type: 'client_credentials', client_id: key.clientId, client_secret: key.secret }
    const body = await this.#caller.perform({
      kind: 'token',
      method: 'POST',
      path: '/oauth2/token',
      headers: {},
      body: new URLSearchParams(form),
      repeatable: false,
      shows: (_body, status) => (status === 200 ? { reads: { object: `end of ${key.uuid}`, value: 0 } } : null),
      slack: heardWithin,
    })
    if (body) this.#live[place] = { ...key, token: body.access_token }
  }

  async #use({ uuid, token }: LiveKey): Promise<void> {
    await this.#caller.perform({
      kind: 'token.use',
      method: 'GET',
      path: `/billing/v1/${this.#who.tenant}`,
      headers: { authorization: `Bearer ${token}` },
      shows: (body, status) => {
        if (status !== 200 && body?.code !== 'token_revoked') return null
        return { reads: { object: `end of ${uuid}`, value: status === 200 ? 0 : 1 } }
      },
      slack: heardWithin,
    })
  }

  async #rotate(key: LiveKey, place: number): Promise<void> {
    const body = await this.#caller.perform({
      kind: 'app_key.rotate',
      method: 'POST',
      path: this.#path(`/${key.uuid}/rotate`),
      headers: this.#who.headers,
      effects: [`rotated ${key.uuid}`],
    })
    if (body) this.#live[place] = { ...key, secret: body.data.client_secret, rotated: true }
  }

  async #revoke(key: LiveKey, place: number): Promise<void> {
    this.#live.splice(place, 1)
    await this.#caller.perform({
      kind: 'app_key.revoke',
      method: 'DELETE',
      path: this.#path(`/${key.uuid}`),
      headers: this.#who.headers,
      writes: { object: `end of ${key.uuid}`, value: 1 },
      effects: [`revoked ${key.uuid}`],
    })
    this.#ended = key
  }
}
