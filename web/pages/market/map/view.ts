import { cellOf, indexOf, side, xOf, yOf, type Rect } from './hilbert.ts'
import { blockAround, numberOf, type Block } from './ipv4.ts'

/** Which part of the picture is seen: a middle in cells and a zoom. At zoom 0 all of it just fits. */

export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** At the nearest a /24 is an eighth of the picture. */
export const mostZoom = 9

export const wholeView: View = { x: side / 2, y: side / 2, zoom: 0 }

/** Pixels of a cell. */
export const scaleOf = ({ zoom }: View, { width, height }: Size): number => (Math.min(width, height) / side) * 2 ** zoom

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value))

/** The middle never leaves the picture, nor does the picture leave the middle of a wide window. */
export function tidy({ x, y, zoom }: View): View {
  const near = between(0, zoom, mostZoom)
  const margin = side / 2 ** near / 2
  const hold = (value: number) => between(Math.min(margin, side / 2), value, Math.max(side - margin, side / 2))
  return { x: hold(x), y: hold(y), zoom: near }
}

/** Nearer or farther, while what is at this pixel stays there. */
export function zoomed(view: View, size: Size, by: number, at?: { readonly x: number; readonly y: number }): View {
  const zoom = between(0, view.zoom + by, mostZoom)
  if (!at) return tidy({ ...view, zoom })
  const [before, after] = [scaleOf(view, size), scaleOf({ ...view, zoom }, size)]
  const [dx, dy] = [at.x - size.width / 2, at.y - size.height / 2]
  return tidy({ x: view.x + dx / before - dx / after, y: view.y + dy / before - dy / after, zoom })
}

/** What of the picture is seen, in cells. */
export function seen(view: View, size: Size): Rect {
  const scale = scaleOf(view, size)
  const [w, h] = [size.width / scale, size.height / scale]
  return { x: view.x - w / 2, y: view.y - h / 2, w, h }
}

/** The /24 at a pixel; undefined beside the picture. */
export function numberAt(view: View, size: Size, at: { readonly x: number; readonly y: number }): number | undefined {
  const { x, y } = seen(view, size)
  const scale = scaleOf(view, size)
  const [cellX, cellY] = [Math.floor(x + at.x / scale), Math.floor(y + at.y / scale)]
  if (cellX < 0 || cellY < 0 || cellX >= side || cellY >= side) return undefined
  return indexOf(cellX, cellY)
}

/** The squares one walks through by the keyboard: sixteen of them fill a window. */
export const stepLength = ({ zoom }: View): number => Math.min(24, 8 + 2 * Math.round(zoom))

/** The neighbour of a square, or the square itself at the edge of the world. */
export function neighbour({ n, length }: Block, dx: number, dy: number): Block {
  const edge = 2 ** ((24 - length) / 2)
  const cell = cellOf(n)
  const [x, y] = [(xOf(cell) & -edge) + dx * edge, (yOf(cell) & -edge) + dy * edge]
  if (x < 0 || y < 0 || x >= side || y >= side) return { n, length }
  return blockAround(indexOf(x, y), length)
}

/** So that a rectangle is seen, with the least movement; `room` of the window stays around it. */
export function following(view: View, size: Size, { x, y, w, h }: Rect): View {
  const window = seen(view, size)
  const shift = (from: number, extent: number, start: number, length: number) =>
    start < from ? start - from : start + length > from + extent ? start + length - from - extent : 0
  return tidy({ ...view, x: view.x + shift(window.x, window.w, x, w), y: view.y + shift(window.y, window.h, y, h) })
}

/** So near that a rectangle is a good part of the window. */
export function around({ x, y, w, h }: Rect): View {
  const zoom = Math.log2(side / Math.max(w, h)) - 2
  return tidy({ x: x + w / 2, y: y + h / 2, zoom: Math.round(zoom) })
}

/** A view as an address has it: the block in the middle, and the zoom. */
export const middleOf = ({ x, y }: View): number =>
  indexOf(Math.min(side - 1, Math.floor(x)), Math.min(side - 1, Math.floor(y)))

export function viewFrom(at: string | undefined, zoom: number | undefined): View {
  const n = at === undefined ? undefined : numberOf(at)
  if (n === undefined) return tidy({ ...wholeView, zoom: zoom ?? 0 })
  const cell = cellOf(n)
  return tidy({ x: xOf(cell) + 0.5, y: yOf(cell) + 0.5, zoom: zoom ?? 0 })
}
