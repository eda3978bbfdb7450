import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TroubledPrefix } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { LevelStatus } from '../../ui/health.tsx'
import { Card } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Described, Prefix, Time } from '../../ui/values.tsx'
import { pageOf, type Home } from './home-read.ts'

/** Prefixes whose routing is not as it should be, the worst first; nothing where all is well. */

const shown = 5

const troubleOf = (tenantUUID: string) =>
  read('/nethub-data/{tenantUUID}/health', { params: { path: { tenantUUID }, query: { limit: shown } } })

/** The counts are known before; there is room for as many rows until they come. */
export function Trouble({ routing }: { readonly routing: Home['routing'] }) {
  const { uuid, param } = useCompany()
  const total = routing.critical + routing.warning
  const { data } = useQuery({ ...troubleOf(uuid), enabled: total > 0 })
  if (total === 0) return null
  return (
    <Card flush title="Routing issues" actions={<Counts {...routing} />}>
      <ul className="divide-y divide-line">
        {data?.data.map((prefix) => (
          <li key={prefix.notation}>
            <TroubleRow prefix={prefix} />
          </li>
        ))}
        {!data && rowsAwaited(Math.min(total, shown))}
      </ul>
      {total > shown && (
        <Link
          {...pageOf(param)('/routing')}
          className="block border-t border-line px-4 py-2 text-xs text-soft -outline-offset-2 hover:bg-hover"
        >
          Show all {total.toLocaleString('en')}
        </Link>
      )}
    </Card>
  )
}

const rowsAwaited = (count: number) =>
  Array.from({ length: count }, (_, i) => (
    <li key={i} className="px-4 py-2.5">
      <Skeleton className="h-5 w-full max-md:h-15" />
    </li>
  ))

function Counts({ critical, warning }: Home['routing']) {
  const { param } = useCompany()
  return (
    <>
      {critical > 0 && (
        <Link {...pageOf(param)('/routing', { severity: 'critical' })} className="rounded-sm hover:underline">
          <Badge tone="bad">{critical.toLocaleString('en')} critical</Badge>
        </Link>
      )}
      {warning > 0 && (
        <Link {...pageOf(param)('/routing', { severity: 'warning' })} className="rounded-sm hover:underline">
          <Badge tone="warn">
            {warning.toLocaleString('en')} {warning === 1 ? 'warning' : 'warnings'}
          </Badge>
        </Link>
      )}
    </>
  )
}

function TroubleRow({ prefix: { notation, severity, since, sentence } }: { readonly prefix: TroubledPrefix }) {
  const { param: company } = useCompany()
  return (
    <Link
      to="/c/$company/prefixes/$notation"
      params={{ company, notation }}
      className="grid grid-cols-[1fr_auto] gap-x-4 px-4 py-2.5 text-sm -outline-offset-2 hover:bg-hover md:grid-cols-[10rem_5.5rem_1fr_auto]"
    >
      <Prefix of={notation} />
      <LevelStatus of={severity} />
      <span className="min-w-0 truncate max-md:col-span-2 max-md:text-xs max-md:text-soft">
        <Described as={sentence} />
      </span>
      <span className="text-soft max-md:text-xs">
        <Time of={since} real />
      </span>
    </Link>
  )
}
