import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'

/**
 * What operators write, as elements: the text is taken apart by a library and put together by React, so that no string
 * ever becomes HTML. HTML in it is shown as it was typed (ADR 109).
 */
export const markdown = (text: string): ReactNode =>
  createElement('div', { className: 'flex max-w-2xl flex-col gap-3 wrap-anywhere' }, ...shown(lexer(text)))

/** Without extensions there are no others than these. */
const shown = (tokens: readonly Token[]): ReactNode[] => tokens.map((token) => show(token as MarkedToken))

function show(token: MarkedToken): ReactNode {
  // Each row takes the tokens of its name.
  const by = elements[token.type] as ((token: MarkedToken) => ReactNode) | undefined
  return by ? by(token) : token.raw
}

type Elements = { readonly [T in MarkedToken['type']]: (token: Extract<MarkedToken, { type: T }>) => ReactNode }

const element = (name: string, className: string, children: readonly ReactNode[]): ReactNode =>
  createElement(name, className === '' ? null : { className }, ...children)

const headings = ['text-lg font-semibold mt-4', 'text-base font-semibold mt-3', 'text-sm font-semibold mt-2']

const elements: Elements = {
  space: () => null,
  def: () => null,
  // The page has the first heading itself.
  heading: ({ depth, tokens }) =>
    element(`h${Math.min(6, depth + 1)}`, headings[Math.min(depth, headings.length) - 1] ?? '', shown(tokens)),
  paragraph: ({ tokens }) => element('p', '', shown(tokens)),
  text: ({ tokens, text }) => (tokens ? createElement(Fragment, null, ...shown(tokens)) : text),
  strong: ({ tokens }) => element('strong', 'font-semibold', shown(tokens)),
  em: ({ tokens }) => element('em', '', shown(tokens)),
  del: ({ tokens }) => element('del', '', shown(tokens)),
  escape: ({ text }) => text,
  codespan: ({ text }) => element('code', 'font-mono text-[0.95em]', [text]),
  code: ({ text }) => element('pre', 'rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap', [text]),
  br: () => createElement('br'),
  hr: () => createElement('hr', { className: 'border-line' }),
  blockquote: ({ tokens }) => element('blockquote', 'border-l-2 border-edge pl-4 text-soft', shown(tokens)),
  list: ({ ordered, start, items }) =>
    createElement(
      ordered ? 'ol' : 'ul',
      { className: `${ordered ? 'list-decimal' : 'list-disc'} flex flex-col gap-1 pl-6`, ...(start && { start }) },
      ...shown(items),
    ),
  list_item: ({ tokens }) => element('li', '', shown(tokens)),
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  link: ({ href, tokens }) => link(href, shown(tokens)),
  // Pictures would come from elsewhere, which the policy of our pages forbids.
  image: ({ text }) => text,
  table: (token) => table(token),
  html: ({ raw }) => raw,
}

/** To where a reader may be sent: no scheme that runs something. */
const leadsSomewhere = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

function link(href: string, children: readonly ReactNode[]): ReactNode {
  if (!leadsSomewhere.test(href)) return createElement(Fragment, null, ...children)
  const className = 'text-accent underline decoration-current/40 underline-offset-2 hover:decoration-current'
  return createElement('a', { href, className, rel: 'noopener noreferrer' }, ...children)
}

function table({ header, rows }: Tokens.Table): ReactNode {
  const row = (cells: readonly Tokens.TableCell[], name: 'th' | 'td') =>
    element(
      'tr',
      'border-b border-line',
      cells.map(({ tokens }) => element(name, 'py-1.5 pr-4 text-left', shown(tokens))),
    )
  const body = element(
    'tbody',
    '',
    rows.map((cells) => row(cells, 'td')),
  )
  return element('table', 'w-full border-collapse text-sm', [element('thead', '', [row(header, 'th')]), body])
}
