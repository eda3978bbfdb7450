import { createHash } from 'node:crypto'
import { inWords, toRfc3339 } from '../../kernel/time.ts'
import { lengthsOf } from '../signing/statement.rules.ts'
import type { Standing } from './verify.rules.ts'

/** What the verification of a code says to people: a page without a script, in light and dark. */

/** The portal's colours and measures (`web/styles.css`), in which its front page has a box for the same code. */
const style = `
:root{color-scheme:light dark;--paper:light-dark(#f7f8f8,#0b0f10);--surface:light-dark(#fff,#11171a);--ink:light-dark(#131a1c,#e9eeef);
--soft:light-dark(#48555a,#a7b4b8);--faint:light-dark(#616e73,#8b989d);--line:light-dark(#e2e6e6,#212a2e);--edge:light-dark(#8b9698,#5c6a70);
--accent:light-dark(#0b6b50,#3fc795);--on-accent:light-dark(#fff,#04150f);--good:light-dark(#146c43,#56d295);--good-wash:light-dark(#e2f3e9,#0f2a1c);
--late:light-dark(#83500a,#f0b44c);--late-wash:light-dark(#fcf0d9,#2e220c);--bad:light-dark(#b3261e,#ff8a80);--bad-wash:light-dark(#fdeceb,#331615)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:14px/1.57 Inter,ui-sans-serif,system-ui,sans-serif}
.bar{background:var(--surface);border-bottom:1px solid var(--line)}
.bar div,.foot div{max-width:72rem;margin:0 auto;padding:0 1.5rem;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem}
.bar div{min-height:3.5rem;justify-content:space-between}
.bar a{display:flex;align-items:center;gap:.5rem;color:inherit;font-weight:600;letter-spacing:-.01em;text-decoration:none}
.bar svg{width:1.5rem;height:1.5rem}
.bar span{color:var(--soft);font-size:.8125rem}
main{flex:1;width:min(100%,40rem);margin:0 auto;padding:2.5rem 1rem}
section{background:var(--surface);border:1px solid var(--line);border-radius:10px;overflow:hidden;box-shadow:0 1px 2px rgb(10 20 20/.04)}
section+section{margin-top:1rem}
.verdict{display:flex;gap:1rem;align-items:center;padding:1.25rem 1.5rem;border-bottom:1px solid var(--line)}
.verdict svg{flex:none;width:2.5rem;height:2.5rem}
.good{background:var(--good-wash);color:var(--good)}
.late{background:var(--late-wash);color:var(--late)}
.bad{background:var(--bad-wash);color:var(--bad)}
h1{margin:0;font-size:1.25rem;line-height:1.4;font-weight:600;letter-spacing:-.015em;text-wrap:balance}
.verdict p{margin:.1rem 0 0;color:var(--ink)}
dl{margin:0;padding:1.25rem 1.5rem;display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem 1.5rem}
dt{color:var(--faint);font-size:.75rem}
dd{margin:.1rem 0 0;min-width:0;overflow-wrap:anywhere}
dl .code dd{font-family:'JetBrains Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.95em}
dl .main,dl .wide{grid-column:1/-1}
dl .main dd{font-size:1.125rem;font-weight:600}
.words{margin:0;padding:1.25rem 1.5rem}
form{padding:1.25rem 1.5rem 1.5rem}
.asked h1{padding:1.25rem 1.5rem 0}
.asked h1+p{margin:.1rem 0 0;padding:0 1.5rem;color:var(--soft);font-size:.8125rem}
label{display:block;font-size:.8125rem;font-weight:500;margin-bottom:.25rem}
.row{display:flex;gap:.5rem}
input{flex:1;min-width:0;height:2.5rem;padding:0 .625rem;border:1px solid var(--edge);border-radius:6px;background:var(--surface);color:inherit;font:.875rem 'JetBrains Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:-.02em;text-transform:uppercase}
input::placeholder{color:var(--faint);opacity:1}
button{height:2.5rem;padding:0 1rem;border:0;border-radius:6px;background:var(--accent);color:var(--on-accent);font:500 .875rem Inter,ui-sans-serif,system-ui,sans-serif;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.note{margin:1rem .25rem 0;color:var(--faint);font-size:.75rem}
.foot{background:var(--surface);border-top:1px solid var(--line);color:var(--soft);font-size:.8125rem}
.foot div{padding-block:1.25rem}
.foot a{color:inherit;text-underline-offset:.2em}
@media (max-width:30rem){.row{flex-direction:column}.row input{flex:none}.bar div,.foot div{padding-inline:1rem}.bar span{display:none}}
@media print{:root{color-scheme:light;--paper:#fff}.foot,section:has(>form){display:none}section{box-shadow:none}main{width:auto;padding:1rem 0}}
`

const digest = createHash('sha256').update(style).digest('base64')

/** Nothing but this style, and the form of this page. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${digest}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`

export function standingPage(marketplace: string, standing: Standing): string {
  return page(
    marketplace,
    titleOf(standing),
    `${verdict(standing)}\n<section>\n${form('Verify another letter')}\n</section>`,
  )
}

export const questionPage = (marketplace: string): string =>
  page(
    marketplace,
    'Verify a letter of authorisation',
    `<section class="asked">
<h1>Verify a letter of authorisation</h1>
<p>See whether it is genuine and still in force.</p>
${form('Verification code of the letter', 'autofocus ')}
</section>`,
  )

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
  const facts: readonly (readonly [term: string, value: string, kind?: 'code' | 'code main' | 'wide'])[] = [
    ['Address block', escaped(block ?? ''), 'code main'],
    ['May be announced by', `AS${asn}`, 'code'],
    ['In prefixes', escaped(lengthsOf(block ?? '', maxLength ?? '')), 'code'],
    ['Issued to', `<span dir="auto">${escaped(company ?? '')}</span>`, 'wide'],
    ['Valid from', timeOf(validFrom)],
    ['Valid until', validUntil === null ? 'the lease ends' : timeOf(validUntil)],
    ['Reference', escaped(reference ?? ''), 'code'],
  ]
  const shown = facts.map(([name, value, kind]) => {
    const classes = kind ? ` class="${kind}"` : ''
    return `<div${classes}><dt>${name}</dt><dd>${value}</dd></div>`
  })
  return `<dl>\n${shown.join('\n')}\n</dl>`
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

/** As in the portal: a block, halved and halved again. */
const logo =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b6b50"/><g fill="#fff"><rect x="7" y="7" width="8" height="18" rx="1.5"/><rect x="17" y="7" width="8" height="8" rx="1.5" opacity=".85"/><rect x="17" y="17" width="3.5" height="8" rx="1.2" opacity=".7"/><rect x="21.5" y="17" width="3.5" height="8" rx="1.2" opacity=".45"/></g></svg>'

const timeOf = (at: Date | null): string =>
  at === null ? '' : `<time datetime="${toRfc3339(at)}">${inWords(at)}</time>`

const form = (label: string, more = ''): string => `<form action="/verify" method="get">
<label for="code">${label}</label>
<div class="row"><input id="code" name="code" required maxlength="64" placeholder="0000-0000-0000-0000-0000-0000-0000" autocomplete="off" autocapitalize="characters" spellcheck="false" ${more}><button>Verify</button></div>
</form>`

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
<header class="bar"><div><a href="/">${logo}${name}</a><span>Letters of authorisation</span></div></header>
<main>
${body}
<p class="note">The code stands on the letter, beside the square one to scan. Compare what you see here with the letter; this page says nothing more of it.</p>
</main>
<footer class="foot"><div><a href="/">${name}</a><a href="/market">Market</a><a href="/docs">API documentation</a></div></footer>
</body>
</html>
`
}
