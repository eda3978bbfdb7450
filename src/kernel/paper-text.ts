import { createRequire } from 'node:module'
import { formsOf, loadFontReader, outlinesFor, type Outlines } from './paper-fonts.ts'
import type { Font, Pdf } from './pdf.ts'

/**
 * Text on paper in any script and both directions: lines of a given width, drawn piece by piece in the first font that has
 * the signs. What no font has is written as its number (U+1F600), never as an empty box.
 */

export interface Look {
  readonly font: Font
  readonly size: number
  readonly color: string
  /** How wide lines may be, and how many; what is too long ends in dots. */
  readonly room: number
  readonly lines: number
  readonly gap: number
  /** By which further lines of a paragraph are moved in. */
  readonly indent?: number
  readonly align?: 'right'
  readonly link?: string
}

/** Draws it; returns where it ends. Its lines begin at y. */
export type Write = (text: string, x: number, y: number, look: Look) => number

const require = createRequire(import.meta.url)

/** Loaded with the first paper that is written so. */
export async function openWriting(
  doc: Pdf,
): Promise<{ readonly write: Write; readonly heightOf: (text: string, look: Look) => number }> {
  await loadFontReader()
  const { default: openBidi } = (await import(require.resolve('bidi-js'))) as { default: () => Bidi }
  const bidi = openBidi()
  const directions = (text: string): readonly Run[] =>
    rightToLeft.test(text) ? runsOf(text, bidi) : [{ text, isRtl: false }]
  const known = { chosen: new Map<string, Chosen>(), has: new Map<string, boolean>() }
  const setIn = (look: Look): Setting => ({ doc, look, directions, known })
  return {
    heightOf: (text, look) => linesOf(setIn(look), text).length * lineHeight(doc, look),
    write: (text, x, y, look) => {
      const setting = setIn(look)
      const lines = linesOf(setting, text)
      for (const [i, line] of lines.entries()) drawLine(setting, line, x, y + i * lineHeight(doc, look))
      return y + lines.length * lineHeight(doc, look)
    },
  }
}

/** What we use of the library, which has no types. */
interface Bidi {
  getEmbeddingLevels(text: string, direction: 'ltr'): { readonly levels: Uint8Array }
  getMirroredCharactersMap(text: string, levels: Uint8Array): ReadonlyMap<number, string>
}

interface Setting {
  readonly doc: Pdf
  readonly look: Look
  /** In the order in which they are seen. */
  readonly directions: (text: string) => readonly Run[]
  /** What was found out already: by sign which font is taken, and by font and sign whether it has it. */
  readonly known: { readonly chosen: Map<string, Chosen>; readonly has: Map<string, boolean> }
}

interface Run {
  readonly text: string
  readonly isRtl: boolean
}

const lineHeight = (doc: Pdf, { font, size, gap }: Look): number =>
  doc.font(font).fontSize(size).currentLineHeight(true) + gap

/** Cut into lines. */
interface Line {
  readonly text: string
  readonly indent: number
}

/** Between words, and between the signs of scripts that have no gaps. */
const tokens =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const signsOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

function linesOf(setting: Setting, text: string): Line[] {
  const { room, lines: most, indent = 0 } = setting.look
  const lines = text.split('\n').flatMap((paragraph) => paragraphLines(setting, paragraph))
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  const last = kept.at(-1) ?? { text: '', indent: 0 }
  const signs = signsOf(`${last.text} ${lines[most]?.text ?? ''}`.trimEnd())
  const fits = (count: number) =>
    widthOf(setting, `${signs.slice(0, count).join('').trimEnd()}…`) <= room - Math.max(last.indent, indent)
  let count = signs.length
  while (count > 0 && !fits(count)) count--
  return [...kept.slice(0, -1), { ...last, text: `${signs.slice(0, count).join('').trimEnd()}…` }]
}

function paragraphLines(setting: Setting, paragraph: string): Line[] {
  const { room, indent = 0 } = setting.look
  const lines: Line[] = []
  let line = ''
  const roomHere = () => room - (lines.length === 0 ? 0 : indent)
  const end = () => {
    lines.push({ text: line.trimEnd(), indent: lines.length === 0 ? 0 : indent })
    line = ''
  }
  for (const token of paragraph.match(tokens) ?? []) {
    if (widthOf(setting, (line + token).trimEnd()) <= roomHere()) {
      line += token
      continue
    }
    if (line.trim() !== '') end()
    for (const sign of token.trim() === '' ? [] : signsOf(token)) {
      if (line !== '' && widthOf(setting, line + sign) > roomHere()) end()
      line += sign
    }
  }
  if (line.trim() !== '' || lines.length === 0) end()
  return lines
}

const widthOf = (setting: Setting, text: string): number =>
  setting
    .directions(text)
    .reduce((sum, run) => sum + piecesOf(setting, run).reduce((all, piece) => all + piece.width, 0), 0)

function drawLine(setting: Setting, { text, indent }: Line, left: number, top: number): void {
  const { doc, look } = setting
  const { room, align, link } = look
  const pieces = setting.directions(text).flatMap((run) => piecesOf(setting, run))
  const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
  let x = left + indent + (align === 'right' ? room - width : 0)
  if (link !== undefined) doc.link(x, top, width, lineHeight(doc, look), link)
  const baseline = top + ascentOf(doc, look)
  for (const piece of pieces) {
    doc.font(look.font).fontSize(look.size).fillColor(look.color)
    piece.draw(x, baseline)
    x += piece.width
  }
}

/** The library knows it; its types do not. */
const ascentOf = (doc: Pdf, { font, size }: Look): number => {
  doc.font(font).fontSize(size)
  return ((doc as unknown as { readonly _font: { readonly ascender: number } })._font.ascender / 1_000) * size
}

/** Signs side by side of one font. */
interface Piece {
  readonly width: number
  readonly draw: (x: number, baseline: number) => void
}

/** A font of the paper by its name, outlines, or none: then the signs' numbers are written. */
type Chosen = Font | Outlines | null

function piecesOf(setting: Setting, { text, isRtl }: Run): Piece[] {
  const parts: { chosen: Chosen; text: string }[] = []
  for (const sign of text) {
    const last = parts.at(-1)
    const chosen =
      last && clings.test(sign) && has(setting, last.chosen, sign) ? last.chosen : choose(setting, sign, text)
    if (last && last.chosen === chosen) last.text += sign
    else parts.push({ chosen, text: sign })
  }
  const pieces = parts.map((part) => pieceOf(setting, part.chosen, part.text, isRtl))
  return isRtl ? pieces.toReversed() : pieces
}

/** What has no script of its own stays with what stands before it. */
const clings = /[\p{M}\u200c\u200d\p{Script=Common}]/u

function choose(setting: Setting, sign: string, text: string): Chosen {
  const { font } = setting.look
  if (has(setting, font, sign)) return font
  if (has(setting, 'plain', sign)) return 'plain'
  const forms = formsOf(text)
  return remembered(setting.known.chosen, `${forms} ${sign}`, () => outlinesFor(sign.codePointAt(0) ?? 0, forms))
}

function has({ doc, known }: Setting, chosen: Chosen, sign: string): boolean {
  if (chosen === null) return false
  const codePoint = sign.codePointAt(0) ?? 0
  if (typeof chosen !== 'string') return chosen.hasGlyphForCodePoint(codePoint)
  return remembered(known.has, `${chosen} ${sign}`, () => {
    doc.font(chosen)
    const { font } = (doc as unknown as { readonly _font: { readonly font: Outlines } })._font
    return font.hasGlyphForCodePoint(codePoint)
  })
}

function remembered<V>(known: Map<string, V>, key: string, find: () => V): V {
  const found = known.get(key)
  if (found !== undefined) return found
  const value = find()
  known.set(key, value)
  return value
}

function pieceOf(setting: Setting, chosen: Chosen, text: string, isRtl: boolean): Piece {
  const { doc, look } = setting
  if (chosen === null) return pieceOf(setting, look.font, numbersOf(text), false)
  if (typeof chosen !== 'string')
    return outlinedPiece(setting, chosen, text) ?? pieceOf(setting, look.font, numbersOf(text), false)
  // Given features, even none, the library shapes a run as a whole, and not word by word from the left.
  const options = { lineBreak: false, baseline: 'alphabetic', ...(isRtl ? { features: [] } : {}) } as const
  return {
    width: doc.font(chosen).fontSize(look.size).widthOfString(text, options),
    draw: (x, baseline) => doc.font(chosen).text(text, x, baseline, options),
  }
}

const numbersOf = (text: string): string =>
  Array.from(text, (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ')

/** Drawn sign by sign: the library cannot put these fonts into a file. A reader of the file still finds the text. */
function outlinedPiece({ doc, look }: Setting, font: Outlines, text: string): Piece | null {
  const run = shaped(font, text)
  if (!run) return null
  const { glyphs, positions } = run
  const scale = look.size / font.unitsPerEm
  return {
    width: positions.reduce((sum, { xAdvance }) => sum + xAdvance * scale, 0),
    draw: (x, baseline) => {
      doc.markContent('Span', { actual: text })
      let at = x
      for (const [i, { path }] of glyphs.entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {}
        const outline = path.toSVG()
        if (outline !== '')
          doc
            .save()
            .translate(at + xOffset * scale, baseline - yOffset * scale)
            .scale(scale, -scale)
            .path(outline)
            .fill(look.color)
            .restore()
        at += xAdvance * scale
      }
      doc.endMarkedContent()
    },
  }
}

/** Signs that are written with a dot below are one character in these fonts, and two in normal text (NFC). */
const composed = (text: string): string =>
  text.replaceAll(/.[\u093c\u09bc\u0a3c]/gu, (pair) => dotted.get(pair) ?? pair)

const dotted = new Map(
  Array.from(
    '\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f\u09dc\u09dd\u09df\u0a33\u0a36\u0a59\u0a5a\u0a5b\u0a5e',
    (sign) => [sign.normalize('NFC'), sign] as const,
  ),
)

/** The library stumbles over marks of some fonts; then they stand where the font puts them by itself. Null: it cannot at all. */
function shaped(font: Outlines, text: string): ReturnType<Outlines['layout']> | null {
  for (const features of [{}, { abvm: false, blwm: false, mark: false, mkmk: false }])
    try {
      return font.layout(composed(text), features)
    } catch {
      // Without so many features, or by its numbers.
    }
  return null
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Within a line that goes from left to right (UAX 9): runs of one direction in the order in which they are seen. */
function runsOf(text: string, bidi: Bidi): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(text, levels)
  const runs: { text: string; level: number }[] = []
  for (let i = 0; i < text.length; i++) {
    const [level = 0, sign] = [levels[i], mirrored.get(i) ?? text[i] ?? '']
    const last = runs.at(-1)
    if (last?.level === level) last.text += sign
    else runs.push({ text: sign, level })
  }
  let seen = runs
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level--) seen = turned(seen, level)
  return seen.map((run) => ({ text: run.text, isRtl: run.level % 2 === 1 }))
}

/** Each row of neighbours of this level or a deeper one turned around. */
function turned<R extends { readonly level: number }>(runs: readonly R[], level: number): R[] {
  const result: R[] = []
  let row: R[] = []
  for (const run of runs) {
    if (run.level >= level) {
      row.unshift(run)
      continue
    }
    result.push(...row, run)
    row = []
  }
  return [...result, ...row]
}
