import { isForPrograms } from '../api/curl.ts'
import { IconButton } from './button.tsx'
import { CopyCurl } from './curl/copy-curl.tsx'

export interface PageMeta {
  readonly current_page: number
  readonly from: number | null
  readonly to: number | null
  readonly last_page: number
  readonly total: number
}

interface PagerProps {
  readonly meta: PageMeta
  readonly onPage: (page: number) => void
  /** What the page of the list was asked by. */
  readonly asked?: (() => Request | null) | undefined
}

/** Where in the list we are. There even with one page, so that nothing moves when there are more. */
export function Pager({ meta, onPage, asked }: PagerProps) {
  const { current_page: page, from, to, last_page: last, total } = meta
  const request = asked?.()
  return (
    <nav
      aria-label="Pagination"
      className="flex items-center justify-between border-t border-line px-4 py-1.5 text-xs text-soft"
    >
      <p aria-live="polite" className="tabular-nums">
        {from === null ? 'No more entries' : `${from.toLocaleString('en')}–${(to ?? from).toLocaleString('en')}`} of{' '}
        {total.toLocaleString('en')}
      </p>
      <div className="flex items-center gap-1">
        {request && isForPrograms(request) && <CopyCurl of={asked} />}
        <IconButton
          icon="left"
          label="Previous page"
          small
          why={page <= 1 ? 'This is the first page.' : undefined}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          icon="right"
          label="Next page"
          small
          why={page >= last ? 'This is the last page.' : undefined}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  )
}
