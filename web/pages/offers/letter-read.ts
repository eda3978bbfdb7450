import type { HolderLetterWork as HolderLetter } from '../../../client/api.gen.ts'
import type { LetterStatus } from '../../../src/letters/letter/letter.states.ts'
import { read } from '../../api/query.ts'
import type { Tone } from '../../ui/badge.tsx'

export const lettersPath = '/billing/v1/{tenantUUID}/market/letters'
export const letterPath = '/billing/v1/{tenantUUID}/market/letters/{letterUUID}'

export const letterOf = (tenantUUID: string, letterUUID: string) =>
  read(letterPath, { params: { path: { tenantUUID, letterUUID } } })

export type Task = HolderLetter['todo'][number]

export const letterTones: Readonly<Record<LetterStatus, Tone>> = {
  pending: 'warn',
  active: 'good',
  revoked: 'bad',
  expired: 'plain',
}

export const stateOf = ({ status }: Pick<HolderLetter, 'status'>): LetterStatus => status.toLowerCase() as LetterStatus
