/** What a company's home tells first. */

type Side = 'leasing' | 'holding'

interface Weights {
  readonly role: string
  /** What it leases costs a month, and whether there is anything of it at all. */
  readonly leasing: { readonly any: boolean; readonly rate: number }
  readonly holding: { readonly any: boolean; readonly rate: number }
}

/** What the company does, the larger part of it first; where both come to the same, what it says it mainly does. */
export function sidesOf({ role, leasing, holding }: Weights): Side[] {
  const isHolder = holding.rate > leasing.rate || (holding.rate === leasing.rate && role === 'holder')
  const inOrder: readonly Side[] = isHolder ? ['holding', 'leasing'] : ['leasing', 'holding']
  return inOrder.filter((side) => (side === 'leasing' ? leasing.any : holding.any))
}

/** The first steps of a company, in their order. */
export const checklistSteps = ['address', 'activation', 'first_look', 'first_deal'] as const

export type ChecklistStep = (typeof checklistSteps)[number]

interface Checklist {
  readonly hidden: boolean
  readonly steps: readonly { readonly name: ChecklistStep; readonly done: boolean }[]
}

/** Nothing once every step is done. */
export function checklistOf(done: Readonly<Record<ChecklistStep, boolean>>, hidden: boolean): Checklist | null {
  const steps = checklistSteps.map((name) => ({ name, done: done[name] }))
  return steps.every((step) => step.done) ? null : { hidden, steps }
}
