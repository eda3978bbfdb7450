import type pg from 'pg'
import type { Statement } from './statements.ts'

/** How the database means to carry a statement out. */

export interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** As it is planned for these values and, where it is prepared, as it may be planned for any. */
export async function plansOf(planner: pg.PoolClient, { name, text, values }: Statement): Promise<Plan[]> {
  const explain = async (option: string, given: readonly unknown[]) => {
    const { rows } = await planner.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (${option}, format json) ${text}`,
      [...given],
    )
    return (rows[0]?.['QUERY PLAN'] ?? []).map((root) => root.Plan)
  }
  return [...(await explain('generic_plan off', values)), ...(name ? await explain('generic_plan', []) : [])]
}

/** What should not be in a plan. */
export function faultsOf(plan: Plan): string[] {
  const nodes = nodesOf(plan)
  const readThrough = nodes.filter((node) => node['Node Type'] === 'Seq Scan')
  const faults = readThrough.map((node) => `reads through ${node['Relation Name']}`)
  return nodes.some((node) => node['Index Name'] !== undefined) ? faults : [...faults, 'uses no index']
}
