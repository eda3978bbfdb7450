import { useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons.tsx'
import { useDates, useNow } from '../../ui/now.ts'

/** How long what is in the cart is kept. Ticks for the eye; for the ear it speaks at a few marks only. */

const marks = [300, 120, 60, 30]

export function Countdown({ until, onEnd }: { readonly until: string; readonly onEnd: () => void }) {
  const dates = useDates()
  const now = useNow(false, 1_000)
  const left = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1_000))
  const said = useSaid(left)
  useEffect(() => {
    if (left === 0) onEnd()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it ends
  }, [left === 0])
  const near = left <= 120
  return (
    <p
      className={cx(
        'flex h-7 items-center gap-1.5 rounded-md px-2 text-xs',
        near ? 'bg-warn-wash text-warn' : 'bg-sunken text-soft',
      )}
    >
      <Icon name="clock" className="size-3.5" />
      <span aria-hidden="true">
        Held for <span className="inline-block min-w-12 text-right font-medium tabular-nums">{clock(left)}</span>
      </span>
      <span className="sr-only" role="timer" aria-live="off">
        Held until {dates.time(new Date(until))}
      </span>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </p>
  )
}

/** The last mark that was passed while we looked. */
function useSaid(left: number): string {
  const before = useRef(left)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const mark = marks.find((at) => before.current > at && left <= at)
    before.current = left
    if (mark !== undefined) setSaid(`Your cart is held for another ${words(mark)}.`)
  }, [left])
  return said
}

const words = (seconds: number) =>
  seconds >= 120 ? `${seconds / 60} minutes` : seconds === 60 ? 'one minute' : `${seconds} seconds`

function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`
}
