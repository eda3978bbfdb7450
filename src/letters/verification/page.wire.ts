import { createHash } from 'node:crypto'
import { inWords, toRfc3339 } from '../../kernel/time.ts'
import { lengthsOf } from '../signing/statement.rules.ts'
import type { Standing } from './verify.rules.ts'

/** What the verification of a code says to people: a page without a script, in light and dark. */

const style = `
:root{color-scheme:light dark;--ink:#16202a;--soft:#51606e;--line:#d9e0e6;--paper:#f3f6f8;--card:#fff;--accent:#0b6e4f;
--good:#0b6e4f;--good-tint:#e3f3ec;--late:#8a5200;--late-tint:#fdf0dc;--bad:#a3242b;--bad-tint:#fbe7e8}
@media (prefers-color-scheme:dark){:root{--ink:#e8eef3;--soft:#9fb0be;--line:#2b3a46;--paper:#0c1318;--card:#131d25;--accent:#4cc79b;
--good:#5ed3a8;--good-tint:#12332a;--late:#f2b45c;--late-tint:#38290f;--bad:#ff8f94;--bad-tint:#3b171a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:17px/1.55 system-ui,sans-serif}
main{width:min(100%,34rem);padding:2.5rem 1.25rem}
header{display:flex;justify-content:space-between;gap:1rem;margin:0 .25rem 1rem;color:var(--soft);font-size:.95rem}
header a{color:var(--ink);font-weight:700;text-decoration:none}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden;box-shadow:0 12px 32px -18px rgb(0 0 0/.35)}
.verdict{display:flex;gap:1.1rem;align-items:center;padding:1.6rem 1.5rem}
.verdict svg{flex:none;width:3rem;height:3rem}
.good{background:var(--good-tint);color:var(--good)}
.late{background:var(--late-tint);color:var(--late)}
.bad{background:var(--bad-tint);color:var(--bad)}
h1{margin:0;font-size:1.55rem;line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
.verdict p{margin:.3rem 0 0;color:var(--ink)}
dl{margin:0;padding:.4rem 1.5rem}
dl div{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;padding:.85rem 0;border-bottom:1px solid var(--line)}
dl div:last-child{border:0}
dt{color:var(--soft)}
dd{margin:0;min-width:0;overflow-wrap:anywhere;font:600 1.1rem/1.3 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;text-align:right}
dd .name,dd time{font-family:system-ui,sans-serif}
.words{margin:0;padding:1.2rem 1.5rem}
form{padding:1.4rem 1.5rem 1.6rem}
section+section{margin-top:1rem}
label{display:block;font-weight:600;margin-bottom:.5rem}
.row{display:flex;gap:.6rem}
input{flex:1;min-width:0;padding:.7rem .6rem;border:1px solid var(--line);border-radius:9px;background:var(--paper);color:inherit;font:1rem ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:-.035em;text-transform:uppercase}
input::placeholder{color:var(--soft);opacity:.7}
button{padding:.7rem 1.2rem;border:0;border-radius:9px;background:var(--accent);color:var(--card);font:600 1rem system-ui,sans-serif;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{margin:1.1rem .25rem 0;color:var(--soft);font-size:.86rem}
@media (max-width:30rem){.row{flex-direction:column}}
@media print{body{display:block}section{box-shadow:none}section:has(>form){display:none}main{width:auto;padding:0}}
`

const digest = createHash('sha256').update(style).digest('base64')

/** Nothing but this style, and the form of this page. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${digest}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`

export function standingPage(marketplace: string, standing: Standing): string {
  return page(marketplace, titleOf(standing), `${verdict(standing)}\n${form('Verify another letter')}`)
}

export const questionPage = (marketplace: string): string =>
  page(marketplace, 'Verify a letter of authorisation', form('Verification code of the letter', 'autofocus '))

const titleOf = ({ genuine, inForce }: Standing): string => {
  if (!genuine) return 'Not genuine'
  return inForce ? 'Genuine and in force' : 'Genuine, but not in force'
}

function verdict(standing: Standing): string {
  const { genuine, inForce, since } = standing
  if (!genuine)
    return card(
      'bad',
      cross,
      titleOf(standing),
      'No letter of this marketplace has this code.',
      '<p class="words">Compare the code with the letter, character by character. If it is the same, do not rely on the letter.</p>',
    )
  const state = inForce ? 'In force since' : 'Not in force since'
  return card(
    inForce ? 'good' : 'late',
    inForce ? tick : pause,
    titleOf(standing),
    `${state} ${timeOf(since)}`,
    factsOf(standing),
  )
}

/** What the letter says, too: whoever compares finds every change. */
function factsOf({ block, asn, maxLength, company, reference, validFrom, validUntil }: Standing): string {
  const facts = [
    ['Address block', escaped(block ?? '')],
    ['May be announced by', `AS${asn}`],
    ['In prefixes', escaped(lengthsOf(block ?? '', maxLength ?? ''))],
    ['Issued to', `<span class="name" dir="auto">${escaped(company ?? '')}</span>`],
    ['Valid from', timeOf(validFrom)],
    ['Valid until', validUntil === null ? 'the lease ends' : timeOf(validUntil)],
    ['Reference', escaped(reference ?? '')],
  ]
  return `<dl>\n${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('\n')}\n</dl>`
}

const card = (kind: string, icon: string, title: string, words: string, more: string): string => `<section>
<div class="verdict ${kind}">${icon}<div><h1>${title}</h1><p>${words}</p></div></div>
${more}
</section>`

const icon = (path: string): string =>
  `<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="24" cy="24" r="21"/><path d="${path}"/></svg>`
const tick = icon('M15 25l6.5 6.5L34 18')
const pause = icon('M24 13v13M24 34v.1')
const cross = icon('M17 17l14 14M31 17L17 31')

const timeOf = (at: Date | null): string =>
  at === null ? '' : `<time datetime="${toRfc3339(at)}">${inWords(at)}</time>`

const form = (label: string, more = ''): string => `<section>
<form action="/verify" method="get">
<label for="code">${label}</label>
<div class="row"><input id="code" name="code" required maxlength="64" placeholder="0000-0000-0000-0000-0000-0000-0000" autocomplete="off" autocapitalize="characters" spellcheck="false" ${more}><button>Verify</button></div>
</form>
</section>`

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function page(marketplace: string, title: string, body: string): string {
  const name = escaped(marketplace)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${name}</title>
<style>${style}</style>
</head>
<body>
<main>
<header><a href="/">${name}</a><span>Letters of authorisation</span></header>
${body}
<footer>The code stands on the letter, beside the square one to scan. Compare what you see here with the letter; this page says nothing more of it.</footer>
</main>
</body>
</html>
`
}
