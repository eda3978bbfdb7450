import { useCallback, useEffect, useRef } from 'react'
import { notation } from './ipv4.ts'
import type { Scene } from './scene.ts'
import { useLatest } from './use-latest.ts'
import { middleOf, viewFrom, wholeView, zoomed, type View } from './view.ts'

/** Which part is seen. The canvas knows it at once, the address of the page when the movement has ended. */

export interface Positioned {
  /** The address in the middle. */
  readonly at?: string | undefined
  readonly zoom?: number | undefined
  readonly onView: (at: string | undefined, zoom: number | undefined) => void
}

export interface Position {
  readonly go: (view: View) => void
  readonly zoom: (by: number, at?: { readonly x: number; readonly y: number }) => void
  readonly whole: () => void
}

const calm = 250

const written = (view: View): [at: string | undefined, zoom: number | undefined] =>
  view.zoom === 0
    ? [undefined, undefined]
    : [notation({ n: middleOf(view), length: 24 }).replace('/24', ''), Math.round(view.zoom * 4) / 4]

export function usePosition(scene: Scene | undefined, { at, zoom, onView }: Positioned): Position {
  const last = useRef<string | undefined>(undefined)
  const timer = useRef(0)
  const tell = useLatest(onView)
  const name = `${at ?? ''} ${zoom ?? ''}`
  useEffect(() => {
    // Our own words come back to us; only what others say is followed.
    if (scene && last.current !== name) {
      last.current = name
      scene.show({ view: viewFrom(at, zoom) })
    }
  }, [scene, at, zoom, name])
  useEffect(() => () => clearTimeout(timer.current), [])
  const go = useCallback(
    (view: View) => {
      scene?.show({ view })
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => {
        const [nextAt, nextZoom] = written(view)
        const next = `${nextAt ?? ''} ${nextZoom ?? ''}`
        if (next === last.current) return
        last.current = next
        tell.current(nextAt, nextZoom)
      }, calm)
    },
    [scene, tell],
  )
  return {
    go,
    zoom: (by, pixel) => scene && go(zoomed(scene.view, scene.size, by, pixel)),
    whole: () => go(wholeView),
  }
}
