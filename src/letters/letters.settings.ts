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
  letterMonths: {
    env: 'SUBLET_LETTER_MONTHS',
    kind: 'count',
    standard: '12',
    says: 'For how many months a letter of authorisation is signed, 120 at most; a month before it ends it is signed anew while its lease runs. 0 = it names no end but that of the lease.',
  },
  letterPaper: {
    env: 'SUBLET_LETTER_PAPER',
    kind: 'text',
    standard: 'A4',
    says: 'The size of the page letters of authorisation are printed on: A4 or Letter.',
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
  contradictions: ({ letterRelease, letterPaper, letterMonths }) => [
    ...(['data', 'holder', 'any'].includes(letterRelease)
      ? []
      : [`SUBLET_LETTER_RELEASE=${JSON.stringify(letterRelease)} must be data, holder or any.`]),
    ...(['A4', 'Letter'].includes(letterPaper)
      ? []
      : [`SUBLET_LETTER_PAPER=${JSON.stringify(letterPaper)} must be A4 or Letter.`]),
    ...(letterMonths <= 120 ? [] : [`SUBLET_LETTER_MONTHS=${letterMonths} must be at most 120.`]),
  ],
} satisfies SettingTable
