import { tenantStates } from '../identity/index.ts'
import type { Machine } from '../kernel/machine.ts'

/** Every state table there is, for the documents. */
export const machines = [tenantStates] as unknown as readonly Machine<string, string>[]
