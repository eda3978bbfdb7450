import { useQuery } from '@tanstack/react-query'
import type { KeptAudit as Result } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { EmptyState, ErrorNote, Note } from '../../ui/states.tsx'
import { Count, Time } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { CheckArea, type Promised } from './check-area.tsx'
import { auditPath, lastAudit } from './last-audit.ts'

/** Every promise the data makes, derived from the data itself, by what it is about. */

export function Audit() {
  const { data, error, refetch } = useQuery(lastAudit())
  const check = useWrite(() => api.POST(auditPath), {
    changes: [auditPath, '/portal/operator/audit-log'],
    inline: true,
  })
  const last = data?.data
  return (
    <>
      <PageHeader
        title={terms.integrityChecks}
        says="Checks the data for consistency: every invoice adds up, no address is leased twice, and so on."
        actions={
          <Button look="primary" icon="refresh" busy={check.busy} onClick={() => check.run()}>
            {last ? 'Check again' : 'Check now'}
          </Button>
        }
      />
      <div className="flex flex-col gap-5" aria-live="polite">
        {check.busy && <Progress label="Reading every row" value={null} />}
        {error && !data && <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />}
        {check.problem && <ErrorNote problem={check.problem} />}
        {last && <Outcome result={last} />}
        {data && !last && (
          <Card>
            <EmptyState icon="shield" title={check.busy ? 'The check is running' : 'Not checked yet'}>
              It changes nothing; how long it takes depends on the amount of data.
            </EmptyState>
          </Card>
        )}
      </div>
    </>
  )
}

/** Areas in which something failed come first, and in each what failed. */
function byArea(promises: readonly Promised[]): [area: string, checks: Promised[]][] {
  const failed = (checks: readonly Promised[]) => Number(checks.some(({ ok }) => !ok))
  return [...Map.groupBy(promises, ({ area }) => area)]
    .map(([area, checks]): [string, Promised[]] => [area, checks.toSorted((a, b) => Number(a.ok) - Number(b.ok))])
    .toSorted(([, a], [, b]) => failed(b) - failed(a))
}

function Outcome({ result: { ok, promises, checked_at, checked_by } }: { readonly result: Result }) {
  const broken = promises.filter((promise) => !promise.ok)
  const looked = promises.reduce((sum, { checked }) => sum + checked, 0)
  const when = (
    <>
      {' '}
      Checked <Time of={checked_at} real />
      {checked_by !== null && ` by ${checked_by}`}: <Count of={looked} /> records checked.
    </>
  )
  return (
    <>
      {ok ? (
        <Note tone="good">
          All {promises.length} checks passed.{when}
        </Note>
      ) : (
        <Note tone="warn">
          {broken.length} of {promises.length} checks failed.{when}
        </Note>
      )}
      {byArea(promises).map(([area, checks]) => (
        <CheckArea key={area} area={area} checks={checks} />
      ))}
    </>
  )
}
