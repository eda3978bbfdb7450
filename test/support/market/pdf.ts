import { inflateSync } from 'node:zlib'

/** Reads back what our PDFs say: every piece of text with its place, and the paths, page by page. */

interface Run {
  readonly x: number
  /** From the top of the page. */
  readonly y: number
  readonly size: number
  readonly font: string
  readonly text: string
}

export interface Page {
  readonly runs: readonly Run[]
  /** What is drawn letter by letter, and found as text all the same. */
  readonly drawn: readonly string[]
  /** Numbers and operators as they stand in the page. */
  readonly content: string
}

interface Stored {
  readonly dictionary: string
  readonly stream: string
}

export function readPdf(bytes: Buffer): Page[] {
  const objects = objectsOf(bytes.toString('latin1'))
  const at = (id: string | undefined): Stored => objects.get(id ?? '') ?? { dictionary: '', stream: '' }
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary))
  return pages.map(({ dictionary }) => {
    const content = at(/\/Contents (\d+)/.exec(dictionary)?.[1]).stream
    const resources = at(/\/Resources (\d+)/.exec(dictionary)?.[1]).dictionary
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const font = at(id).dictionary
        const letters = lettersOf(at(/\/ToUnicode (\d+)/.exec(font)?.[1]).stream)
        return [name, { letters, base: /\/BaseFont \/(\S+)/.exec(font)?.[1] ?? '' }] as const
      }),
    )
    const [, height] = /\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(dictionary) ?? []
    return { content, runs: runsOf(content, fonts, Number(height)), drawn: drawnOf(content) }
  })
}

/** All of its text, a line for each piece. */
export const textOf = (bytes: Buffer): string =>
  readPdf(bytes)
    .flatMap(({ runs }) => runs.map(({ text }) => text))
    .join('\n')

function objectsOf(file: string): Map<string, Stored> {
  const objects = new Map<string, Stored>()
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = '', ...rest] = body.split('\nstream\n')
    const raw = rest.join('\nstream\n').replace(/\nendstream$/, '')
    const packed = dictionary.includes('/FlateDecode')
    objects.set(id, {
      dictionary,
      stream: packed ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw,
    })
  }
  return objects
}

/** Glyph to letters, from the font's own table. */
function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '', , list = ''] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[(.*)\]/g))
    for (const [place, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = hex.split(' ').map((unit) => Number.parseInt(unit, 16))
      letters.set(Number.parseInt(first, 16) + place, String.fromCharCode(...units))
    }
  return letters
}

function runsOf(
  content: string,
  fonts: ReadonlyMap<string, { readonly letters: ReadonlyMap<number, string>; readonly base: string }>,
  pageHeight: number,
): Run[] {
  return [...content.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, block = '']) => {
    const [, x = '0', y = '0'] = /([\d.-]+) ([\d.-]+) Tm/.exec(block) ?? []
    const [, name = '', size = '0'] = /\/(F\d+) ([\d.]+) Tf/.exec(block) ?? []
    const font = fonts.get(name)
    const glyphs = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    const text = glyphs.map((glyph) => font?.letters.get(Number.parseInt(glyph, 16)) ?? '\u{FFFD}').join('')
    return { x: Number(x), y: pageHeight - Number(y), size: Number(size), font: font?.base ?? '', text }
  })
}

/** UTF-16 behind its mark, with backslashes before what would end the string. */
const drawnOf = (content: string): string[] =>
  [...content.matchAll(/\/ActualText \(((?:\\[^]|[^\\)])*)\)/g)].map(([, written = '']) => {
    const bytes = Buffer.from(
      written.replaceAll(/\\([^])/g, (_, escaped: string) => escapes[escaped] ?? escaped),
      'latin1',
    )
    return bytes.subarray(2).swap16().toString('utf16le')
  })

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
