import { useQuery } from '@tanstack/react-query'
import type { KeptAudit as Result } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { EmptyState, ErrorNote, Note } from '../../ui/states.tsx'
import { Count, Time } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { auditPath, lastAudit } from './last-audit.ts'

/** Every promise the data makes, derived from the data itself. */

type Promised = Result['promises'][number]

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
        title={terms.integrityCheck}
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
      <Card flush>
        <ul aria-label="Checks">
          {[...broken, ...promises.filter((promise) => promise.ok)].map((promise) => (
            <Row key={promise.name} promise={promise} />
          ))}
        </ul>
      </Card>
    </>
  )
}

function Row({ promise: { name, ok, checked, breaches, note, milliseconds } }: { readonly promise: Promised }) {
  return (
    <li className="flex gap-3 border-b border-line px-4 py-2.5 text-sm last:border-b-0">
      <Icon name={ok ? 'check' : 'warning'} className={cx('mt-0.5', ok ? 'text-good' : 'text-bad')} />
      <div className="min-w-0 flex-1">
        <p>
          <span className="sr-only">{ok ? 'Passed: ' : 'Failed: '}</span>
          {name}
        </p>
        {note !== null && <p className="text-xs break-all text-faint">{note}</p>}
        {breaches.length > 0 && (
          <ul className="mt-1 list-disc pl-4 text-bad">
            {breaches.map((breach) => (
              <li key={breach} className="break-words">
                {breach}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="shrink-0 text-right text-xs text-faint tabular-nums">
        <Count of={checked} /> checked
        <span className="block max-sm:hidden">{milliseconds} ms</span>
      </p>
    </li>
  )
}
