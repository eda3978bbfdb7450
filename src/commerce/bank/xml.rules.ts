/**
 * As much of XML as bank files need: elements, attributes, text. No document type and so no entities but the five of XML
 * itself, nothing nested without end, and nothing that is cut off or does not close in order (ADR 86).
 */

export interface Element {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

export class XmlFault extends Error {}

const deepest = 64
const markup = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([A-Za-z_][\w.:-]*)((?:[\s/][^<>]*)?)>/y
const attribute = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

interface Open {
  readonly name: string
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

export function readXml(text: string): Element {
  const root: Open = { name: '', tag: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let at = text.startsWith('\u{FEFF}') ? 1 : 0
  while (at < text.length) {
    const inner = open.at(-1) as Open
    const next = text.indexOf('<', at)
    const plain = text.slice(at, next === -1 ? text.length : next)
    inner.text += unescaped(plain)
    if (next === -1) break
    markup.lastIndex = next
    const [whole, characters, slash, tag, rest = ''] = markup.exec(text) ?? []
    if (whole === undefined) throw new XmlFault(`at character ${next}: a tag that is cut off, or is not allowed here`)
    at = next + whole.length
    if (characters !== undefined) inner.text += characters
    if (tag === undefined) continue
    const empty = rest.endsWith('/')
    take(open, { tag, rest: empty ? rest.slice(0, -1) : rest, closes: slash === '/', empty }, next)
  }
  const [only, ...others] = root.children
  if (open.length > 1) throw new XmlFault('it ends before its last element is closed')
  if (!only || others.length > 0 || root.text.trim() !== '') throw new XmlFault('it is not one element')
  return only
}

interface Tag {
  readonly tag: string
  readonly rest: string
  readonly closes: boolean
  readonly empty: boolean
}

function take(open: Open[], { tag, rest, closes, empty }: Tag, at: number): void {
  const inner = open.at(-1) as Open
  if (closes) {
    if (inner.tag !== tag || open.length === 1 || empty || rest.trim() !== '')
      throw new XmlFault(`at character ${at}: an element is closed that is not open`)
    open.pop()
    return
  }
  if (open.length > deepest) throw new XmlFault(`at character ${at}: it is nested too deeply`)
  const element: Open = { name: localName(tag), tag, attributes: attributesIn(rest, at), children: [], text: '' }
  inner.children.push(element)
  if (!empty) open.push(element)
}

const localName = (tag: string): string => tag.slice(tag.indexOf(':') + 1)

function attributesIn(text: string, at: number): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>
  attribute.lastIndex = 0
  while (attribute.lastIndex < text.trimEnd().length) {
    const [, name, double, single] = attribute.exec(text) ?? []
    if (name === undefined) throw new XmlFault(`at character ${at}: an attribute that cannot be read`)
    found[name] = unescaped(double ?? single ?? '')
  }
  return found
}

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&([^;&]{0,9};?)/g, (_, said: string) => {
    const plain = said.endsWith(';') ? characterOf(said.slice(0, -1)) : undefined
    if (plain === undefined) throw new XmlFault('it names an entity')
    return plain
  })
}

function characterOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\dA-Fa-f]{1,6})|(\d{1,7}))$/.exec(name) ?? []
  if (hex === undefined && decimal === undefined) return named.get(name)
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined
}

/** The first element of that path below another. */
export function inside(element: Element, path: string): Element | undefined {
  let found: Element | undefined = element
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name)
  return found
}

export const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Its text without the blanks around it; nothing for none. */
export function textAt(element: Element, path: string): string | null {
  const text = inside(element, path)?.text.trim()
  return text === undefined || text === '' ? null : text
}
