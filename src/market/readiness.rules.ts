import type { Check } from '../kernel/readiness.ts'
import { lackOfData, type DataFacts } from '../network/index.ts'

/** What holders need to bring a block to the market. */
export const marketChecks: readonly Check<DataFacts>[] = [
  {
    step: 'prove',
    lacks: (facts) =>
      lackOfData(facts, ['registryobjects'], 'Without its registry record nobody is known who could prove a block.'),
  },
  {
    step: 'check',
    lacks: (facts) =>
      lackOfData(
        facts,
        ['registryobjects', 'announcements', 'vrps', 'blocklist'],
        'Without it blocks come to the market with their checks skipped.',
      ),
  },
]
