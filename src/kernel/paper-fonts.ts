import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Fonts for scripts that the fonts of our papers lack (ADR 94). Each family comes in small files of a few characters, with
 * a table that says which file has which; a file is read when a paper has one of its characters, and few are kept.
 */

/** A font as outlines, as fontkit reads it. */
export interface Outlines {
  readonly unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(
    text: string,
    features?: Readonly<Record<string, boolean>>,
  ): {
    readonly glyphs: readonly { readonly path: { toSVG(): string } }[]
    readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[]
  }
}

interface VariableFont extends Outlines {
  readonly variationAxes: Readonly<Record<string, { readonly default: number }>>
  readonly stream: { readonly constructor: new (bytes: Buffer) => object }
  readonly constructor: new (stream: object, coordinates: readonly number[]) => VariableFont
  getGlyph(id: number): unknown
  readonly _transformedGlyphs: readonly ({ readonly points?: readonly Point[] } | undefined)[]
  readonly _variationProcessor: { transformPoints(glyph: number, points: readonly Point[]): void }
}

interface Point {
  x: number
  y: number
  endContour: boolean
  copy(): Point
}

const require = createRequire(import.meta.url)

const others: readonly string[] = [
  require.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-bengali/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-tamil/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-telugu/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-kannada/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-khmer/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-myanmar/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json'),
]
const japanese = require.resolve('@fontsource-variable/noto-sans-jp/unicode.json')
const korean = require.resolve('@fontsource-variable/noto-sans-kr/unicode.json')
const chinese = require.resolve('@fontsource-variable/noto-sans-sc/unicode.json')

/** Whose forms of the characters that East Asia shares a text wants. */
type Forms = 'japan' | 'korea' | 'china'

export function formsOf(text: string): Forms {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japan'
  return /\p{Script=Hangul}/u.test(text) ? 'korea' : 'china'
}

let create: ((bytes: Buffer) => VariableFont) | null = null

/** The library comes with the one that makes papers, and as late. */
export async function loadFontReader(): Promise<void> {
  if (create) return
  // The same module that the maker of papers has: it comes in two forms, and is large.
  const { default: fontkit } = (await import(require.resolve('fontkit'))) as { default: { create: typeof create } }
  create = fontkit.create
}

/** Characters that several have are taken from the first. */
const eastAsia: Readonly<Record<Forms, readonly string[]>> = {
  japan: [japanese, chinese, korean],
  korea: [korean, chinese, japanese],
  china: [chinese, japanese, korean],
}

/** A font that has the character, in these forms if it can be; null where none has. */
export function outlinesFor(codePoint: number, forms: Forms): Outlines | null {
  for (const table of [...others, ...eastAsia[forms]]) {
    const file = fileWith(table, codePoint)
    const font = file === null ? null : fontIn(file)
    if (font?.hasGlyphForCodePoint(codePoint)) return font
  }
  return null
}

interface Range {
  readonly from: number
  readonly to: number
  readonly file: string
}

const ranges = new Map<string, readonly Range[]>()

function fileWith(table: string, codePoint: number): string | null {
  const known = ranges.get(table) ?? readRanges(table)
  ranges.set(table, known)
  return known.find(({ from, to }) => codePoint >= from && codePoint <= to)?.file ?? null
}

/** As in `{"thai": "U+0e01-0e5b,U+25cc"}`; where a family has many files they are numbered, `[4]`. */
function readRanges(table: string): Range[] {
  const [, family = ''] = /(noto-sans-[a-z]+)/.exec(table) ?? []
  const subsets = Object.entries(JSON.parse(readFileSync(table, 'utf8')) as Record<string, string>)
  return subsets.flatMap(([subset, list]) => {
    const file = join(dirname(table), 'files', `${family}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`)
    return [...list.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi)].map(([, from = '', to = from]) => ({
      from: Number.parseInt(from, 16),
      to: Number.parseInt(to, 16),
      file,
    }))
  })
}

const mostKept = 8
const regular = 400
const kept = new Map<string, Outlines>()

function fontIn(file: string): Outlines {
  const font = kept.get(file) ?? read(file)
  kept.delete(file)
  kept.set(file, font)
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest)
  return font
}

function read(file: string): Outlines {
  if (!create) throw new Error('fonts are read once their reader is loaded')
  const bytes = readFileSync(file)
  const font = create(bytes)
  if (font.variationAxes['wght']?.default === regular) return font
  return weighted(new font.constructor(new font.stream.constructor(bytes), [regular]))
}

/**
 * Some families are thin unless asked otherwise, and in files of this format the library does not move the points of glyphs
 * by itself. All at once, before anything is measured: a file has some hundreds.
 */
function weighted(font: VariableFont): Outlines {
  font.getGlyph(0)
  for (const [glyph, decoded] of font._transformedGlyphs.entries()) {
    const [first, ...rest] = decoded?.points ?? []
    if (!first) continue
    // Behind the points of an outline a font counts four of the space around it.
    const around = [1, 2, 3, 4].map(() => Object.assign(first.copy(), { x: 0, y: 0, endContour: true }))
    font._variationProcessor.transformPoints(glyph, [first, ...rest, ...around])
  }
  return font
}
