import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { firstSquareIn, hereUnder, onlyBlockIn, sayWithin, type Content } from './content.ts'
import { rectOf } from './hilbert.ts'
import { blockAround, notation, type Block } from './ipv4.ts'
import type { Scene } from './scene.ts'
import { useLatest } from './use-latest.ts'
import type { Position } from './use-position.ts'
import { following, middleOf, mostZoom, neighbour, scaleOf, stepLength, tidy } from './view.ts'

/** What pointers and keys do to the map, and what it says to them. */

interface Given {
  readonly scene: Scene | undefined
  readonly content: Content
  readonly position: Position
  readonly onPick: ((block: Block) => void) | undefined
}

const idle = 'Point at the map, or move with the arrow keys.'

export function useHands(given: Given) {
  const [says, setSays] = useState(idle)
  const [announces, setAnnounces] = useState('')
  const tell = (words: string) => {
    setSays(words)
    setAnnounces(words)
  }
  const pointer = usePointer(given, setSays)
  const keys = useKeys(given, tell)
  return { says, announces, events: { ...pointer, ...keys } }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** In pixels of the screen, from the corner of the map. */
function pointOf(event: { clientX: number; clientY: number; currentTarget: Element }): Point {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: (event.clientX - left) * devicePixelRatio, y: (event.clientY - top) * devicePixelRatio }
}

const apart = ([a, b]: readonly Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)
const between = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/** As far as a finger may tremble and still point. */
const tremble = 5

function usePointer({ scene, content, position, onPick }: Given, setSays: (words: string) => void) {
  const down = useRef(new Map<number, Point>())
  const travelled = useRef(0)
  const under = (point: Point) => scene && hereUnder(content, scene, point)
  /** One finger moves it, two also zoom. */
  const drag = (id: number, point: Point) => {
    if (!scene) return
    const before = [...down.current.values()]
    down.current.set(id, point)
    const after = [...down.current.values()]
    const [from, to] = [between(before), between(after)]
    travelled.current += Math.hypot(to.x - from.x, to.y - from.y)
    const scale = scaleOf(scene.view, scene.size)
    const { x, y, zoom } = scene.view
    const moved = tidy({ x: x - (to.x - from.x) / scale, y: y - (to.y - from.y) / scale, zoom })
    scene.show({ view: moved, cursor: undefined })
    if (after.length === 2 && apart(before) > 0) position.zoom(Math.log2(apart(after) / apart(before)), to)
    else position.go(moved)
  }
  const point = (at: Point) => {
    const here = under(at)
    setSays(here ? `${notation(here.picks)} · ${here.says}` : idle)
  }
  const board = useWheel(scene, position)
  return {
    ref: board,
    onPointerDown: (event: PointerEvent) => {
      if (down.current.size === 0) travelled.current = 0
      down.current.set(event.pointerId, pointOf(event))
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (down.current.has(event.pointerId)) drag(event.pointerId, pointOf(event))
      else point(pointOf(event))
    },
    onPointerUp: (event: PointerEvent) => {
      down.current.delete(event.pointerId)
      const here = travelled.current < tremble * devicePixelRatio ? under(pointOf(event)) : undefined
      if (here) onPick?.(here.picks)
    },
    onPointerCancel: (event: PointerEvent) => void down.current.delete(event.pointerId),
    onPointerLeave: () => setSays(idle),
    onDoubleClick: (event: React.MouseEvent) => position.zoom(1, pointOf(event)),
  }
}

/** Zooms where the page would scroll, so it listens itself: React's listener could not keep the page still. */
function useWheel(scene: Scene | undefined, position: Position) {
  const board = useRef<HTMLDivElement>(null)
  const zoom = useLatest(position.zoom)
  useEffect(() => {
    const element = board.current
    if (!element || !scene) return undefined
    const turn = (event: WheelEvent) => {
      // Who only scrolls past does not mean the map: it is asked for by a click, or by pinching.
      if (!event.ctrlKey && document.activeElement !== element) return
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1
      zoom.current(
        (-event.deltaY * lines) / (event.ctrlKey ? 100 : 300),
        pointOf({
          clientX: event.clientX,
          clientY: event.clientY,
          currentTarget: element,
        }),
      )
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [scene, zoom])
  return board
}

const steps: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function useKeys({ scene, content, position, onPick }: Given, tell: (words: string) => void) {
  const stand = (cursor: Block) => {
    if (!scene) return
    scene.show({ cursor })
    position.go(following(scene.view, scene.size, rectOf(cursor.n, cursor.length)))
    tell(sayWithin(content, cursor))
  }
  const cursorNow = () =>
    scene?.cursor ?? blockAround(scene ? middleOf(scene.view) : 0, scene ? stepLength(scene.view) : 8)
  const nearer = (by: number) => {
    if (!scene) return
    const zoom = Math.max(0, Math.min(mostZoom, Math.round(scene.view.zoom) + by))
    const length = stepLength({ ...scene.view, zoom })
    const cursor = by > 0 ? firstSquareIn(content, cursorNow(), length) : blockAround(cursorNow().n, length)
    const { x, y, w, h } = rectOf(cursor.n, cursor.length)
    scene.show({ cursor })
    position.go(tidy({ x: x + w / 2, y: y + h / 2, zoom }))
    tell(sayWithin(content, cursor))
  }
  const take = () => {
    const here = onlyBlockIn(content, cursorNow())
    if (!here) return nearer(1)
    onPick?.(here.picks)
    tell(`Selected ${notation(here.picks)}: ${here.says}.`)
  }
  const act = (key: string): (() => void) | undefined => {
    const step = steps[key]
    if (step) return () => stand(scene?.cursor ? neighbour(cursorNow(), ...step) : cursorNow())
    if (key === '+' || key === '=') return () => nearer(1)
    if (key === '-') return () => nearer(-1)
    if (key === '0') return () => nearer(-mostZoom)
    return key === 'Enter' ? take : undefined
  }
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : act(event.key)
      if (!action) return
      event.preventDefault()
      action()
    },
    onFocus: (event: React.FocusEvent) => {
      if (event.currentTarget.matches(':focus-visible') && scene && !scene.cursor) stand(cursorNow())
    },
    onBlur: () => scene?.show({ cursor: undefined }),
  }
}
