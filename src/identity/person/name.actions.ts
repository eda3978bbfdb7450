import { identityProblem } from '../identity.problems.ts'
import { nameFault } from './name.rules.ts'

/** By the field each stands in; `within` is where that field is. */
export function requireNames(names: Readonly<Record<string, string>>, within = ''): void {
  const faults = Object.entries(names).flatMap(([field, name]) => {
    const fault = nameFault(name)
    return fault === null ? [] : [[within + field, [fault]] as const]
  })
  if (faults.length > 0) throw identityProblem('name_unacceptable', { fields: Object.fromEntries(faults) })
}
