import type { Context } from '../../kernel/context.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { spacesAround } from '../../market/index.ts'
import { readNotation } from './notation.rules.ts'
import { prefixProblem } from '../prefixes.problems.ts'
import type { Root } from './spot.rules.ts'

/**
 * The one place that decides what a company sees: what it holds, what it leases, and what lies inside such a block
 * (decisions 7, Visibility). Everything else does not exist for it.
 */

/** Those it sees, by notation. */
async function seen(ctx: Context, tenant: string, prefixes: readonly Prefix[]): Promise<Map<string, Root>> {
  const places = prefixes.length === 0 ? [] : await spacesAround(ctx, tenant, prefixes.map(formatPrefix))
  const byNotation = new Map(places.map((place) => [place.wanted, place]))
  return new Map(
    prefixes.flatMap((prefix): [string, Root][] => {
      const place = byNotation.get(formatPrefix(prefix))
      return place ? [[place.wanted, { prefix, space: place.space, lease: place.lease }]] : []
    }),
  )
}

/**
 * The prefix that a path names; what is no identifier is as unknown as one that does not exist (decisions 1,
 * Identifiers).
 */
export async function requireSeen(ctx: Context, tenant: string, notation: string): Promise<Root> {
  const read = readNotation(notation)
  if (!read.ok && read.alien) throw kernelProblem('not_found')
  if (!read.ok) throw prefixProblem('invalid_notation', { message: `The path is refused: ${read.sentence}.` })
  const [root] = (await seen(ctx, tenant, [read.prefix])).values()
  if (!root) throw kernelProblem('not_found')
  return root
}

const mostNamed = 20

/** The prefixes that a field names, each once and in the order given; those that are none or unseen are named. */
export async function requireAllSeen(
  ctx: Context,
  tenant: string,
  field: string,
  notations: readonly string[],
): Promise<Root[]> {
  const read = notations.map(readNotation)
  const refuse = (sentences: readonly string[]) => {
    const more = sentences.length - mostNamed
    const named = [...sentences.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])]
    return kernelProblem('invalid_fields', { fields: { [field]: [`${named.join('; ')}.`] } })
  }
  const wrong = read.flatMap((one) => (one.ok ? [] : [one.sentence]))
  if (wrong.length > 0) throw refuse(wrong)
  const prefixes = read.flatMap((one) => (one.ok ? [one.prefix] : []))
  const roots = await seen(ctx, tenant, prefixes)
  const names = [...new Set(prefixes.map(formatPrefix))]
  const unseen = names.filter((name) => !roots.has(name))
  if (unseen.length > 0)
    throw refuse(unseen.map((name) => `"${name}" is neither a block this company holds or leases nor inside one`))
  return names.flatMap((name) => roots.get(name) ?? [])
}
