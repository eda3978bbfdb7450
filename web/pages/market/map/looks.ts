import type { MapState } from '../../../../src/market/map/map.rules.ts'

/** How blocks look, and what is said of them. The legend, the pixels and the words agree because all read this. */

export interface Look {
  readonly name: Drawn
  /** What is drawn over what where there is no room for both. */
  readonly rank: 0 | 1 | 2
  readonly says: string
}

export type Drawn = 'found' | 'offered' | 'held' | 'leased' | 'yours' | 'own' | 'ownIdle'
type Ground = 'paper' | 'empty' | 'setAside' | 'busy'
export type Painted = Drawn | Ground

const looks: Readonly<Record<MapState, Look>> = {
  offered: { name: 'offered', rank: 1, says: 'available' },
  held: { name: 'held', rank: 0, says: 'on hold' },
  leased: { name: 'leased', rank: 0, says: 'leased' },
  own_offered: { name: 'own', rank: 2, says: 'yours, available' },
  own_hidden: { name: 'ownIdle', rank: 2, says: 'yours, not listed' },
  own_held: { name: 'ownIdle', rank: 2, says: 'yours, on hold' },
  own_leased: { name: 'ownIdle', rank: 2, says: 'yours, leased out' },
  held_by_you: { name: 'yours', rank: 2, says: 'reserved by you' },
  leased_by_you: { name: 'yours', rank: 2, says: 'leased by you' },
}

/** Where nobody searches, all that is to let looks as what was found: it need not stand back. */
export const looksOf = (states: readonly string[], searching: boolean): Look[] =>
  states.map((state) => {
    const look = looks[state as MapState]
    return look.name === 'offered' && !searching ? { ...look, name: 'found' } : look
  })

/** Class names, so that both themes follow from the tokens. */
export const classes: Readonly<Record<Painted, string>> = {
  paper: 'bg-surface',
  empty: 'bg-sunken',
  setAside: 'bg-line',
  busy: 'bg-accent-wash',
  offered: 'bg-accent/50',
  found: 'bg-accent',
  held: 'bg-warn',
  leased: 'bg-faint/60',
  yours: 'bg-info',
  own: 'bg-own',
  ownIdle: 'bg-own/45',
}

export const painted = Object.keys(classes) as readonly Painted[]

/** As a field of pixels has them. */
export type Colours = Readonly<Record<Painted, number>>

const channels = (colour: number): [red: number, green: number, blue: number] => [
  colour & 255,
  (colour >>> 8) & 255,
  (colour >>> 16) & 255,
]

export const cssOf = (colour: number): string => `rgb(${channels(colour).join(' ')})`

/** Black or white, whichever is read more easily on a colour (WCAG 2.2, relative luminance). */
export function inkOn(colour: number): string {
  const [red, green, blue] = channels(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff'
}

/** Reads the present theme off elements that have these classes; what is translucent lies on empty space. */
export function readColours(swatches: HTMLElement): Colours {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const said = (name: Painted) =>
    getComputedStyle(swatches.querySelector(`[data-look=${name}]`) ?? swatches).backgroundColor
  const ground = [said('paper'), said('empty')]
  // All beside each other and read at once: each look at a canvas costs as much as all of them.
  for (const [x, name] of painted.entries())
    for (const colour of [...ground, said(name)]) {
      if (!canvas) continue
      canvas.fillStyle = colour
      canvas.fillRect(x, 0, 1, 1)
    }
  const pixels = new Uint32Array(canvas?.getImageData(0, 0, painted.length, 1).data.buffer ?? [])
  return Object.fromEntries(painted.map((name, x) => [name, pixels[x] ?? 0])) as Colours
}
