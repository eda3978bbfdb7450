/**
 * How a mail looks: one sheet in the portal's colours. Styles stand in the elements, since many mail programs drop all
 * others; the one style element is for those that are dark and understand it.
 */

export interface Undressed {
  readonly subject: string
  readonly body: string
  readonly lead: Lead | null
  /** Why its reader gets it. */
  readonly foot: string | null
  /** Where its reader asks for no more of the kind. */
  readonly unsubscribe: string | null
}

/** Where a mail leads. */
export interface Lead {
  readonly label: string
  readonly url: string
}

interface Dressed {
  readonly text: string
  readonly html: string
}

/** `home` is where the portal is; only addresses there become links. */
export const dress = (mail: Undressed, home: string): Dressed => ({
  text: plain(mail, home),
  html: sheet(mail, home),
})

const settingsAt = (home: string): string => `${home}/account/mail`

function plain({ body, lead, foot, unsubscribe }: Undressed, home: string): string {
  const below = [
    foot,
    unsubscribe === null ? null : `Unsubscribe: ${unsubscribe}`,
    foot === null ? null : `All settings: ${settingsAt(home)}`,
    foot === null ? home : null,
  ].filter((line) => line !== null)
  return [body.trimEnd(), ...(lead ? [`${lead.label}:\n${lead.url}`] : []), `-- \n${below.join('\n')}\n`].join('\n\n')
}

const light = {
  paper: '#f7f8f8',
  sheet: '#ffffff',
  ink: '#131a1c',
  soft: '#48555a',
  line: '#e2e6e6',
  accent: '#0b6b50',
}
const dark = { paper: '#0b0f10', sheet: '#11171a', ink: '#e9eeef', soft: '#a7b4b8', line: '#212a2e', accent: '#3fc795' }

const darkStyles = `@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper} !important }
  .sheet { background: ${dark.sheet} !important; border-color: ${dark.line} !important }
  .ink { color: ${dark.ink} !important }
  .soft { color: ${dark.soft} !important }
  .link { color: ${dark.accent} !important }
  .lead { background: ${dark.accent} !important; color: #04150f !important }
}`

const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

function sheet({ subject, body, lead, foot, unsubscribe }: Undressed, home: string): string {
  const title = escaped(subject.replaceAll(/\s+/g, ' '))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${darkStyles}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};font-family:${fonts}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(firstOf(body))}</div>
<div role="main">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light.paper}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="link" style="padding:0 4px 12px;font-size:15px;line-height:20px;font-weight:600;color:${light.accent}">${mark}Sublet</td></tr>
<tr><td class="sheet" style="background:${light.sheet};border:1px solid ${light.line};border-radius:8px;padding:24px">
<h1 class="ink" style="margin:0 0 16px;font-size:18px;line-height:24px;font-weight:600;color:${light.ink}">${title}</h1>
${partsOf(body, home)}
${lead ? leadTo(lead) : ''}
</td></tr>
<tr><td class="soft" style="padding:16px 4px;font-size:12px;line-height:18px;color:${light.soft}">
${footOf(foot, unsubscribe, home)}
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`
}

/** What lists of mail show beside the subject. */
const firstOf = (body: string): string => body.trim().split('\n', 1)[0] ?? ''

/** As on every page: drawn of what every mail program knows. */
const mark = `<span class="lead" style="display:inline-block;width:20px;margin-right:8px;border-radius:5px;background:${light.accent};color:#ffffff;font-size:13px;text-align:center" aria-hidden="true">S</span>`

/** Paragraphs as they are in the text. What is set in columns, like objects of a registry, stays so. */
const partsOf = (body: string, home: string): string =>
  body
    .trim()
    .split(/\n{2,}/)
    .map((part) => (/^\S+: {2,}\S/m.test(part) ? inColumns(part) : (facts(part, home) ?? paragraph(part, home))))
    .join('\n')

/** `IBAN: NL91 …`, or a block and its code. */
const fact = /^([A-Z][A-Za-z ]{1,30}|[\d.]+\/\d+): (\S.*)$/

/** Lines that are a name and a value each stand below each other. */
function facts(part: string, home: string): string | null {
  const pairs = part.split('\n').map((line) => fact.exec(line))
  if (!pairs.every((pair) => pair !== null)) return null
  if (pairs.length === 1 && /^\D/.test(part)) return null
  const rows = pairs.map(
    ([, name = '', value = '']) =>
      `<tr><td class="soft" style="padding:2px 16px 2px 0;color:${light.soft};vertical-align:top">${escaped(name)}</td><td class="ink" style="padding:2px 0;color:${light.ink};font-weight:600;overflow-wrap:anywhere">${linked(value, home)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 14px;font-size:14px;line-height:21px">\n${rows.join('\n')}\n</table>`
}

const paragraph = (text: string, home: string): string =>
  `<p class="ink" style="margin:0 0 14px;font-size:14px;line-height:21px;color:${light.ink};overflow-wrap:anywhere">${linked(text, home).replaceAll('\n', '<br>\n')}</p>`

const inColumns = (text: string): string =>
  `<pre class="ink" style="margin:0 0 14px;font-size:12px;line-height:18px;color:${light.ink};white-space:pre-wrap">${escaped(text)}</pre>`

const leadTo = ({ label, url }: Lead): string =>
  `<p style="margin:20px 0 4px"><a class="lead" href="${escaped(url)}" style="display:inline-block;padding:9px 16px;border-radius:6px;background:${light.accent};color:#ffffff;font-size:14px;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`

const footOf = (foot: string | null, unsubscribe: string | null, home: string): string =>
  [
    ...(foot === null ? [] : [escaped(foot)]),
    ...(unsubscribe === null ? [] : [anchor(unsubscribe, 'Unsubscribe')]),
    foot === null ? anchor(home, home) : anchor(settingsAt(home), 'All mail settings'),
  ].join('<br>\n')

const anchor = (url: string, words: string): string =>
  `<a class="link" href="${escaped(url)}" style="color:${light.accent}">${escaped(words)}</a>`

/** Only our own addresses can be followed: what others have typed leads nowhere. */
const linked = (text: string, home: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) => (i % 2 === 1 && isAt(part, home) ? anchor(part, part) : escaped(part)))
    .join('')

const isAt = (url: string, home: string): boolean => URL.canParse(url) && new URL(url).origin === new URL(home).origin

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)
