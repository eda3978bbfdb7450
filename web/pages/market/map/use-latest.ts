import { useLayoutEffect, useRef, type RefObject } from 'react'

/** What was given last, for listeners that outlive a rendering. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
