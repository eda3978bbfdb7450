import { useState } from 'react'
import type { KeptAudit } from '../../../client/portal.gen.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Count } from '../../ui/values.tsx'

/** What was checked about one matter, and what was found, check by check. */

export type Promised = KeptAudit['promises'][number]

export function CheckArea({ area, checks }: { readonly area: string; readonly checks: readonly Promised[] }) {
  const failed = checks.filter(({ ok }) => !ok).length
  const found = checks.reduce((sum, check) => sum + check.found, 0)
  const says =
    failed === 0
      ? `${checks.length} passed`
      : `${failed} of ${checks.length} failed, ${found.toLocaleString('en')} ${found === 1 ? 'finding' : 'findings'}`
  return (
    <Card flush title={area} says={says}>
      <ul aria-label={`Checks: ${area}`}>
        {checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
    </Card>
  )
}

function Check({ check }: { readonly check: Promised }) {
  const { name, ok, checked, found, note, milliseconds } = check
  return (
    <li className="border-b border-line text-sm last:border-b-0">
      <div className="flex gap-3 px-4 py-2.5">
        <Icon name={ok ? 'check' : 'warning'} className={cx('mt-0.5', ok ? 'text-good' : 'text-bad')} />
        <div className="min-w-0 flex-1">
          <p>
            <span className="sr-only">{ok ? 'Passed: ' : 'Failed: '}</span>
            {name}
          </p>
          {note !== null && <p className="text-xs break-all text-faint">{note}</p>}
        </div>
        <p className="shrink-0 text-right text-xs text-faint tabular-nums">
          {!ok && (
            <span className="block font-medium text-bad">
              <Count of={found} /> found
            </span>
          )}
          <Count of={checked} /> checked
          <span className="block max-sm:hidden">{milliseconds} ms</span>
        </p>
      </div>
      {!ok && <Findings check={check} />}
    </li>
  )
}

const perPage = 10

/** All that is said of them is at hand, at most a hundred: a page is a part of it. */
function Findings({ check: { name, breaches, found } }: { readonly check: Promised }) {
  const [page, setPage] = useState(1)
  const from = (page - 1) * perPage
  const shown = breaches.slice(from, from + perPage)
  const meta = {
    current_page: page,
    from: from + 1,
    to: from + shown.length,
    last_page: Math.ceil(breaches.length / perPage),
    total: breaches.length,
  }
  return (
    <div className="border-t border-line bg-sunken">
      <ul aria-label={`Findings: ${name}`} className="list-disc py-2 pr-4 pl-11 text-bad">
        {shown.map((breach) => (
          <li key={breach} className="break-words">
            {breach}
          </li>
        ))}
      </ul>
      {found > breaches.length && (
        <p className="px-4 pb-2 pl-11 text-xs text-soft">
          {`The first ${breaches.length} of ${found.toLocaleString('en')} are listed.`}
        </p>
      )}
      {breaches.length > perPage && <Pager meta={meta} onPage={setPage} />}
    </div>
  )
}
