import type { Check } from '../kernel/readiness.ts'
import { lackOfData, type DataFacts } from '../network/index.ts'

/** What a letter of authorisation needs. */

export interface LetterFacts extends DataFacts {
  readonly config: { readonly letterRelease: string }
}

export const letterChecks: readonly Check<LetterFacts>[] = [
  {
    step: 'letter',
    lacks: (facts) =>
      lackOfData(
        facts,
        ['delegations', 'asnames', 'asn-drop', 'sanctions'],
        'AS numbers cannot be judged, so whoever has paid for a block is refused a letter for it.',
      ),
  },
  {
    step: 'letter',
    lacks: (facts) =>
      facts.config.letterRelease === 'data'
        ? lackOfData(facts, ['vrps'], 'Letters are released by the data that shows their ROA alone.')
        : null,
  },
]
