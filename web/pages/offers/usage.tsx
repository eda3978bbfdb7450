/** How much of a block is let. The figure says it; the bar is for the eye that runs down a list. */
export function UsageBar({ percent }: { readonly percent: number }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 w-16 shrink-0 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-info" style={{ width: `${percent}%` }} />
      </span>
      <span className="w-11 text-right whitespace-nowrap text-xs text-soft tabular-nums">{percent}%</span>
    </span>
  )
}
