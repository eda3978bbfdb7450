import type { SettingTable } from '../kernel/settings.ts'

const rows = {
  letterPrice: {
    env: 'SUBLET_LETTER_PRICE',
    kind: 'count',
    standard: '0',
    says: 'What a letter of authorisation costs, once and for each subnet, in whole units of the currency.',
  },
  letterRelease: {
    env: 'SUBLET_LETTER_RELEASE',
    kind: 'text',
    standard: 'any',
    says: 'What releases a letter of authorisation: data (imported data that shows the ROA), holder (its word that all is done), or any of both. An operator always can.',
  },
  verifyRateLimit: {
    env: 'SUBLET_VERIFY_RATE_LIMIT',
    kind: 'count',
    standard: '60',
    says: 'Codes of letters that are verified per minute and address, on each node; 0 = off.',
  },
} as const satisfies SettingTable['rows']

type LettersRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends LettersRows {}
}

export const lettersSettings = {
  rows,
  contradictions: ({ letterRelease }) =>
    ['data', 'holder', 'any'].includes(letterRelease)
      ? []
      : [`SUBLET_LETTER_RELEASE=${JSON.stringify(letterRelease)} must be data, holder or any.`],
} satisfies SettingTable
