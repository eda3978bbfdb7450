import { addSeconds } from '../../kernel/time.ts'
import type { ConnectorFault } from './connector.states.ts'

/** How long a registry is left alone. */

const first = 5
const longest = 900

/** Doubled with each failure, unless the registry says how long. */
export function restUntil(failures: number, asked: number | null, now: Date): Date {
  return addSeconds(now, asked ?? Math.min(first * 2 ** (failures - 1), longest))
}

const patience = 5

/** What only the holder can mend. An unknown account may be a proxy's word for a while. */
export const isRefusal = (code: ConnectorFault, failures: number): boolean =>
  code === 'key_refused' || code === 'forbidden' || (code === 'unknown_account' && failures >= patience)
