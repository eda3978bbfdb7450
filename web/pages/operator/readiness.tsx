import { useQuery } from '@tanstack/react-query'
import type { ReadinessStep as Step } from '../../../client/portal.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'

/** Whether this installation can do what it is for: what `npx sublet doctor` says, of the node that answers. */

const readiness = () => read('/portal/operator/readiness')

export function Readiness() {
  const { data, error, refetch } = useQuery({ ...readiness(), staleTime: 0 })
  return (
    <>
      <PageHeader title="Readiness" says="From sign-up to payout: what is set up, and what is missing." />
      <div className="flex flex-col gap-5">
        {error && !data && <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-80 w-full rounded-lg" />}
        {data && <Verdict steps={data.data} />}
        {data && (
          <Card flush>
            <ul aria-label="Steps">
              {data.data.map((step) => (
                <Row key={step.name} step={step} />
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  )
}

function Verdict({ steps }: { readonly steps: readonly Step[] }) {
  const lacking = steps.filter(({ ready }) => !ready).length
  if (lacking === 0) return <Note tone="good">Nothing is missing.</Note>
  return (
    <Note tone="warn">
      {lacking} of {steps.length} steps are incomplete.
    </Note>
  )
}

function Row({ step: { title, ready, lacks, remarks } }: { readonly step: Step }) {
  return (
    <li className="flex gap-3 border-b border-line px-4 py-3 text-sm last:border-b-0">
      <Icon name={ready ? 'check' : 'warning'} className={cx('mt-0.5 shrink-0', ready ? 'text-good' : 'text-warn')} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-medium">
          <span className="sr-only">{ready ? 'Ready: ' : 'Incomplete: '}</span>
          {title}
        </p>
        {lacks.map(({ missing, why, next }) => (
          <div key={missing}>
            <p className="break-words">
              {missing} {why}
            </p>
            <p className="break-words text-soft">{next}</p>
          </div>
        ))}
        {remarks.map((remark) => (
          <p key={remark} className="break-words text-soft">
            {remark}
          </p>
        ))}
      </div>
    </li>
  )
}
