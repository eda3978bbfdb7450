import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LevelStatus } from '../../ui/health.tsx'
import { Card } from '../../ui/page.tsx'
import { Described, Prefix, Time } from '../../ui/values.tsx'

/** Prefixes whose routing is not as it should be, the worst first; nothing where all is well. */

const shown = 5

export const troubleOf = (tenantUUID: string) =>
  read('/nethub-data/{tenantUUID}/health', { params: { path: { tenantUUID }, query: { limit: shown } } })

export function Trouble() {
  const { uuid, param: company } = useCompany()
  const { data } = useQuery(troubleOf(uuid))
  if (!data || data.data.length === 0) return null
  const { critical, warning } = data.metadata
  const rest = critical + warning - data.data.length
  return (
    <Card
      flush
      title="Routing"
      says="Prefixes whose announcements, ROAs or route objects are not as they should be."
      actions={
        <LinkButton small icon="tree" to="/c/$company/prefixes" params={{ company }}>
          All prefixes
        </LinkButton>
      }
    >
      <ul className="divide-y divide-line">
        {data.data.map(({ notation, severity, since, sentence }) => (
          <li key={notation}>
            <Link
              to="/c/$company/prefixes/$notation"
              params={{ company, notation }}
              className="grid gap-x-4 gap-y-1 px-4 py-3 text-sm -outline-offset-2 hover:bg-hover md:grid-cols-[10rem_6.5rem_1fr_auto]"
            >
              <Prefix of={notation} />
              <LevelStatus of={severity} />
              <span className="min-w-0">
                <Described as={sentence} />
              </span>
              <span className="text-soft">
                <Time of={since} real />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-soft">And {rest.toLocaleString('en')} more.</p>
      )}
    </Card>
  )
}
