import { IconButton } from './button.tsx'

export interface PageMeta {
  readonly current_page: number
  readonly from: number | null
  readonly to: number | null
  readonly last_page: number
  readonly total: number
}

/** Where in the list we are. There even with one page, so that nothing moves when there are more. */
export function Pager({ meta, onPage }: { readonly meta: PageMeta; readonly onPage: (page: number) => void }) {
  const { current_page: page, from, to, last_page: last, total } = meta
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
