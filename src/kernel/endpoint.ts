import type { Readable } from 'node:stream'
import type { Config } from './config.ts'
import type { Actor, Context } from './context.ts'
import type { ProblemRow } from './problems.ts'
import type { Static, TSchema } from './http/schema.ts'

/** Endpoints are data: one declaration feeds the server, OpenAPI, the contract tests and the clients' types. */

/** The scopes of access tokens, by their names: whoever grants them adds them by `declare module`. */
export interface Scopes {}

export type Role = 'viewer' | 'member' | 'owner'
export const roles: readonly Role[] = ['viewer', 'member', 'owner']

/** Who may call: an access token with a scope, a person with a role, any person, an operator, or anyone. */
type Access =
  | { readonly by: 'token'; readonly scope: keyof Scopes }
  | { readonly by: 'member'; readonly role: Role }
  /** `vouched`: also those whose session is for one company only; what belongs to the person as a whole is not theirs. */
  | { readonly by: 'person'; readonly vouched?: true }
  | { readonly by: 'operator' | 'anyone' }

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** An answer with headers or another status, where a plain value is not enough. */
export class Reply<T> {
  readonly body: T
  readonly headers: Readonly<Record<string, string>>
  /** One of the endpoint's `also`. */
  readonly status: number | undefined

  constructor(body: T, headers: Readonly<Record<string, string>>, status?: number) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

/** An answer that is not JSON: text, a page, a stream. */
export class Content {
  readonly type: string
  readonly body: string | Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
  /** One of the endpoint's `also`. */
  readonly status: number | undefined

  constructor(
    type: string,
    body: string | Buffer | Readable,
    headers: Readonly<Record<string, string>> = {},
    status?: number,
  ) {
    this.type = type
    this.body = body
    this.headers = headers
    this.status = status
  }
}

export interface Caller {
  readonly actor: Actor
  /** The company of an access token; null for people, who may belong to several. */
  readonly tenant: string | null
  readonly scopes: ReadonlySet<string>
  /** Whose requests are counted together. */
  readonly rateKey: string | null
  /** The person's session, where the caller is a person. */
  readonly session?: Session
  /** When the person last proved who they are, also where a token is theirs; absent for programs. */
  readonly provenAt?: Date
}

export interface Session {
  readonly uuid: string
  readonly userUuid: string
  readonly operator: boolean
  /** An operator who lacks the second factor that operators must have, and is none until then. */
  readonly barredOperator: boolean
  /** The only company it is for, where that company has vouched for the person; null: all of theirs. */
  readonly only: string | null
}

export interface RequestFacts {
  /** Who asks, behind the proxies that are trusted. */
  readonly ip: string
  /** Who holds the connection: a proxy, where there is one. */
  readonly peer: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

type In<S> = S extends TSchema ? Static<S> : Record<string, never>
type Out<S> = S extends TSchema ? Static<S> : unknown

export interface Input<P, Q, B> {
  readonly params: In<P> & Readonly<Record<string, string>>
  readonly query: In<Q>
  readonly body: In<B>
  readonly caller: Caller
  readonly request: RequestFacts
  /** The body as it was sent; empty unless the endpoint wants its bytes. */
  readonly bytes: Buffer
  /** Keeps the answer for a repetition, in the transaction of the effect; does nothing where no key was sent. */
  readonly keep: (tx: Context, answer: unknown) => Promise<void>
  /**
   * Notes, in the transaction that begins what another one will finish, what the answer awaits: whoever finishes it, also
   * after our death, keeps the answer by `answerBegun`, in the words of `answerOf`. Does nothing where no key was sent.
   */
  readonly begin: (tx: Context, awaits: string) => Promise<void>
}

interface EndpointOf<P, Q, B, A> {
  /** Unique; the operation's name in OpenAPI, logs and metrics. */
  readonly id: string
  readonly route: `${Method} /${string}`
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** A person must have proven within the last minutes who they are; programs do so with each token. */
  readonly freshProof?: true
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** How the body is sent; JSON unless said otherwise. `either`: urlencoded, or as multipart/form-data. */
  readonly form?: true | 'either'
  /** The body is wanted as it was sent, too: who signs it signs its bytes. */
  readonly bytes?: true
  /** Seldom another answer: it carries an entity tag, and is not sent again to who has it. */
  readonly tagged?: true
  /** Schema of the answer; absent for 204 and for content that is never JSON. */
  readonly answer?: A
  /** Media types of answers that are not JSON. */
  readonly content?: string | readonly string[]
  readonly status?: 200 | 201 | 204
  /** Statuses that are answers too, and no refusals: what each means. 204 and 303 have no body, the others that of a 200. */
  readonly also?: Readonly<Partial<Record<204 | 303 | 404, string>>>
  readonly examples?: { readonly body?: unknown; readonly answer?: unknown }
  /** The response codes the specification lists, where it lists any with 400 or 422. */
  readonly codes?: readonly number[]
  readonly refuses?: readonly ProblemRow[]
  /** Six months' notice before an endpoint goes: both headers and OpenAPI say so (RFC 9745, RFC 8594). */
  readonly deprecated?: { readonly since: string; readonly sunset: string; readonly successor?: string }
  /** The setting that limits this endpoint's requests per minute and key, beside the limit for all; of anyone by address, instead. */
  readonly rate?: Extract<keyof Config, `${string}RateLimit`>
  /** A probe: costs nothing, and is answered however often it comes. */
  readonly unlimited?: true
  /**
   * Opens its own transactions, because something slow stands between them. Its answers are kept for repetition only when
   * it keeps them itself, by `input.keep` in the transaction of the effect.
   */
  readonly ownTransactions?: true | 'keeps answers'
  /** What is answered to an effect that was begun by `input.begin`. */
  answerOf?(ctx: Context, effect: never): Out<A>
  /** Answered even when the server is too busy for others. */
  readonly always?: true
  handle(
    ctx: Context,
    input: Input<P, Q, B>,
  ): Promise<Out<A> | Reply<Out<A>> | Content> | Out<A> | Reply<Out<A>> | Content
}

export type Endpoint = EndpointOf<TSchema | undefined, TSchema | undefined, TSchema | undefined, TSchema | undefined>

export function endpoint<
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
  A extends TSchema | undefined = undefined,
>(declaration: EndpointOf<P, Q, B, A>): Endpoint {
  return declaration
}

export function methodOf({ route }: Pick<Endpoint, 'route'>): Method {
  return route.slice(0, route.indexOf(' ')) as Method
}

export function pathOf({ route }: Pick<Endpoint, 'route'>): string {
  return route.slice(route.indexOf(' ') + 1)
}

export function isSafe(endpoint: Pick<Endpoint, 'route'>): boolean {
  return methodOf(endpoint) === 'GET'
}

/** Whether an Idempotency-Key counts: for changes whose answer is kept with them, by a caller whose keys can be told from others'. */
export function isRepeatable(endpoint: Pick<Endpoint, 'route' | 'access' | 'ownTransactions'>): boolean {
  return !isSafe(endpoint) && endpoint.ownTransactions !== true && endpoint.access.by !== 'anyone'
}

/** The path parameter that names the company: its UUID, or also its number. */
export function tenantParam(endpoint: Pick<Endpoint, 'route'>): 'tenantUUID' | 'user_id' | null {
  const path = pathOf(endpoint)
  if (path.includes(':tenantUUID')) return 'tenantUUID'
  return path.includes(':user_id') ? 'user_id' : null
}
