import { addDays } from '../../kernel/time.ts'

export const registries = ['ripencc', 'arin', 'apnic', 'lacnic', 'afrinic'] as const

/** Decisions 4, Expiry: a holder may let the block expire when no running commitment outlasts the notice period. */
export function canInitiateExpiration(latestCommitmentEnd: Date | null, now: Date, noticeDays: number): boolean {
  return latestCommitmentEnd === null || latestCommitmentEnd <= addDays(now, noticeDays)
}

/** Rounded down: 100 means that nothing is left. */
export const utilisationPercent = (used: number, total: number): number => Math.floor((used * 100) / total)
