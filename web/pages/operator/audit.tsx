import { useQuery } from '@tanstack/react-query'
import { asProblem } from '../../api/problem.ts'
import { read, type AnswerOf } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { EmptyState, ErrorNote, Note } from '../../ui/states.tsx'
import { Count } from '../../ui/values.tsx'

/** Every promise the data makes, derived from the data itself. */

const audit = () => read('/portal/audit')

type Result = AnswerOf<typeof audit>['data']
type Promised = Result['promises'][number]

export function Audit() {
  // Reads all there is: only when asked for, and kept until it is asked for again.
  const { data, error, isFetching, refetch } = useQuery({ ...audit(), enabled: false, staleTime: Infinity })
  return (
    <>
      <PageHeader
        title="Audit"
        says="Checks every promise that the data makes: that each invoice adds up, no address is let twice, and so on."
        actions={
          <Button look="primary" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            {data ? 'Check again' : 'Check now'}
          </Button>
        }
      />
      <div className="flex flex-col gap-5" aria-live="polite">
        {isFetching && <Progress label="Reading every row there is" value={null} />}
        {error && <ErrorNote problem={asProblem(error)} />}
        {data ? (
          <Outcome result={data.data} />
        ) : (
          <Card>
            <EmptyState icon="shield" title={isFetching ? 'The check is running' : 'Not checked yet'}>
              It changes nothing, and takes as long as there is data to read.
            </EmptyState>
          </Card>
        )}
      </div>
    </>
  )
}

function Outcome({ result: { ok, promises } }: { readonly result: Result }) {
  const broken = promises.filter((promise) => !promise.ok)
  return (
    <>
      {ok ? (
        <Note tone="good">All {promises.length} promises hold.</Note>
      ) : (
        <Note tone="warn">
          {broken.length} of {promises.length} promises are broken.
        </Note>
      )}
      <Card flush>
        <ul aria-label="Promises">
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
          <span className="sr-only">{ok ? 'Holds: ' : 'Broken: '}</span>
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
