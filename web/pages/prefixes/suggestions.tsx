import type { PrefixHealth as Health } from '../../../client/api.gen.ts'
import { Badge, sentence, type Tone } from '../../ui/badge.tsx'
import { Code } from '../../ui/copy.tsx'
import { Card } from '../../ui/page.tsx'
import { roaText } from '../../ui/routing.ts'

/** What to do about each ROA that covers the prefix, and about those that are missing. */

type Suggestion = Health['rpki']['suggestions'][number]

/** Those that nothing has to be done about. */
const quiet = new Set(['keep', 'not_held', 'as0'])

const toneOf = ({ status }: Suggestion): Tone => (quiet.has(status) ? 'plain' : 'warn')

export function Suggestions({ health }: { readonly health: Health }) {
  const { suggestions } = health.rpki
  if (suggestions.length === 0) return null
  const urgent = suggestions.toSorted((a, b) => Number(quiet.has(a.status)) - Number(quiet.has(b.status)))
  return (
    <Card title="ROAs" says="Existing and missing ROAs." flush>
      <ul className="divide-y divide-line">
        {urgent.map((one) => (
          <li
            key={`${one.status} ${one.notation} ${one.asn} ${one.maxLength}`}
            className="grid gap-3 px-4 py-3 md:grid-cols-2"
          >
            <div className="flex items-start gap-3 text-sm">
              <Badge tone={toneOf(one)}>{sentence(one.status)}</Badge>
              <p className="min-w-0">{one.sentence}</p>
            </div>
            <div className="min-w-0">
              <Code label={`ROA of ${one.asn} for ${one.notation}`}>
                {roaText(one.notation, one.asn, one.maxLength).trimEnd()}
              </Code>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
