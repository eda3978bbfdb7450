import pg from 'pg'
import { routes } from '../../src/app/routes.ts'
import { Batch } from '../../src/kernel/db/batch.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'

/** What a piece of work sends to the database, seen at the driver: pool, transactions and pipelined readers alike. */

export interface Statement {
  /** Set where it is prepared under a name. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
}

const watchedTags = new Set(['Market', 'Services'])

/** The endpoints whose statements are counted. */
export const watched = routes.filter(({ tag }) => watchedTags.has(tag))

const explainedTags = new Set([...watchedTags, 'Letters', 'Prefixes', 'Geofeed'])

/** The endpoints whose lists are explained; what belongs to one prefix is no list of a company's. */
export const explained = routes.filter(({ tag, route }) => explainedTags.has(tag) && !route.includes(':notation'))

export function watchedEndpoint(id: string): Endpoint {
  const endpoint = explained.find((one) => one.id === id)
  if (!endpoint) throw new Error(`there is no endpoint ${id} whose statements are watched`)
  return endpoint
}

/** The frame of a transaction is not its content. */
const frame = /^\s*(begin|start transaction|commit|rollback|savepoint|release)\b/i

/**
 * The pulse is looked at when it is due, not when it is needed, and so is what it has read anew; what a connection says
 * first is said once for many requests; when keys were last used is written each minute for all; and on a busy machine a
 * silent connection is asked about.
 */
const nobodys =
  /from pulse\b|^\s*select client_id, allowed from app_key\b|^\s*select 'client' as kind\b|^select set_config\('statement_timeout'|^select pid from pg_stat_activity\b|^update app_key k set last_used_at\b/i

type Query = (...given: unknown[]) => unknown

type Said = string | Batch | Partial<Statement>

function saidBy(said: Said): readonly Partial<Statement>[] {
  if (typeof said === 'string') return [{ text: said }]
  return said instanceof Batch ? said.statements : [said]
}

/** What was sent at once, each as a list: a round trip to the database. */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<Statement[][]> {
  const trips: Statement[][] = []
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  client.query = function watched(this: unknown, ...given: unknown[]) {
    const [first, values] = given as [Said, unknown[] | undefined]
    const said = saidBy(first).filter(({ text = '' }) => !nobodys.test(text))
    if (said.length > 0)
      trips.push(
        said.map(({ name, text = '', values: own }) => ({
          name,
          text,
          values: own ?? (Array.isArray(values) ? values : []),
        })),
      )
    return query.apply(this, given)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return trips
}

export const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> =>
  (await roundTripsOf(work)).flat().filter(({ text }) => !frame.test(text))

/** How many statements some work sends; none at all means that nothing was watched. */
export async function statementsIn(work: () => Promise<unknown>): Promise<number> {
  const { length } = await statementsOf(work)
  if (length === 0) throw new Error('nothing was asked: this counts the wrong thing')
  return length
}
