/** HTML in which only what is markup is markup: every value is escaped, unless it is markup itself. */

export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | undefined | readonly Value[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

const show = (value: Value): string => {
  if (value instanceof Markup) return value.text
  if (typeof value === 'string') return escape(value)
  return value === undefined ? '' : value.map(show).join('')
}

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.map((part, i) => `${part}${show(values[i])}`).join(''))
}

/** The little of Markdown that descriptions use: paragraphs, lists, code and links of our own. */
export function prose(text: string): Markup[] {
  return text.split('\n\n').map((block) => {
    const items = block.split('\n').filter((line) => line.startsWith('- '))
    return items.length > 0
      ? html`<ul>
          ${items.map((item) => html`<li>${words(item.slice(2))}</li>`)}
        </ul>`
      : html`<p>${words(block)}</p>`
  })
}

export const words = (text: string): Markup =>
  new Markup(
    escape(text)
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll(/\[([^\]]+)\]\((\/[^)\s]*)\)/g, '<a href="$2">$1</a>'),
  )
