import { createHash } from 'node:crypto'
import { html, Markup } from './markup.ts'
import { tryStyle } from './try-style.ts'

/** What all pages about the API have around them: the portal's colours, the way back, and the search. */

const style = `
:root{color-scheme:light dark;--paper:light-dark(#f7f8f8,#0b0f10);--surface:light-dark(#fff,#11171a);--sunken:light-dark(#f1f3f3,#0e1315);
--ink:light-dark(#131a1c,#e9eeef);--soft:light-dark(#48555a,#a7b4b8);--line:light-dark(#e2e6e6,#212a2e);--edge:light-dark(#8b9698,#5c6a70);
--accent:light-dark(#0b6b50,#3fc795);--info:light-dark(#1b5fa8,#7fb8f5);--warn:light-dark(#83500a,#f0b44c);--bad:light-dark(#b3261e,#ff8a80)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.57 Inter,ui-sans-serif,system-ui,sans-serif}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre,.path{font-family:'JetBrains Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem}
.bar{background:var(--surface);border-bottom:1px solid var(--line)}
.bar div{max-width:72rem;min-height:3.5rem;margin:0 auto;padding:.5rem 1.5rem;display:flex;flex-wrap:wrap;gap:.6rem 1.5rem;align-items:center}
.bar a{color:var(--soft);text-decoration:none}.bar a:hover{color:var(--ink);text-decoration:underline}
.bar b a{display:flex;gap:.5rem;align-items:center;color:var(--ink);font-weight:600;letter-spacing:-.01em}
.bar img{width:1.5rem;height:1.5rem}
.bar form{display:flex;gap:.5rem;margin-left:auto;flex:0 1 24rem;min-width:0}
input,select,textarea{flex:1;min-width:0;padding:.35rem .625rem;border:1px solid var(--edge);border-radius:6px;background:var(--surface);color:inherit;font:inherit}
button{padding:.35rem .75rem;border:1px solid transparent;border-radius:6px;background:var(--accent);color:var(--paper);font:inherit;font-weight:500;cursor:pointer}
main{max-width:72rem;margin:0 auto;padding:1.75rem 1.5rem 4rem}
.lead{margin:0 0 1.25rem;color:var(--soft)}
.parts{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:2.5rem;align-items:start}
.parts h2:first-child{margin-top:0}
.contents{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow-y:auto;font-size:.8125rem}
.contents p{margin:1rem 0 .25rem;color:var(--soft);font-size:.75rem}.contents p:first-child{margin-top:0}
.contents ul{list-style:none;margin:0;padding:0}
.contents a{display:block;padding:.25rem .6rem;border-radius:6px;color:inherit;text-decoration:none}.contents a:hover{background:var(--line)}
h1{font-size:1.25rem;line-height:1.4;font-weight:600;letter-spacing:-.015em;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1rem;font-weight:600;margin:2rem 0 .5rem}
h3{font-size:.875rem;font-weight:600;margin:1.5rem 0 0}
h3+p{margin:0 0 .5rem;color:var(--soft)}
h2,h3{scroll-margin-top:1rem}
.list{list-style:none;margin:0;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:10px;overflow:hidden;box-shadow:0 1px 2px rgb(10 20 20/.04)}
.list li+li{border-top:1px solid var(--line)}
.list a{display:grid;grid-template-columns:4.2rem minmax(0,1fr) minmax(0,1.4fr);gap:.9rem;padding:.5rem .9rem;color:inherit;text-decoration:none}
.list a:hover{background:var(--sunken)}
.list a:focus-visible{outline-offset:-3px}
.path{overflow-wrap:anywhere;color:var(--soft)}
.method{font-weight:700;font-size:.78rem;letter-spacing:.04em;line-height:1.7}
.get,.sent{color:var(--info)}.post,.put,.patch{color:var(--accent)}.delete{color:var(--bad)}
.nouns{columns:16rem;margin:0;padding:0;list-style:none}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;background:var(--surface);border:1px solid var(--line)}
th,td{text-align:left;vertical-align:top;padding:.45rem .8rem;border-top:1px solid var(--line)}
th{font-weight:600;color:var(--soft);background:var(--sunken)}
td table{margin-top:.4rem}
td p,td ul{margin:.15rem 0}
td ul{padding-left:1.1rem}
td:first-child{white-space:nowrap}
.needed{color:var(--warn);font-size:.8rem}
.soft{color:var(--soft)}
pre{background:var(--sunken);border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;overflow-x:auto}
footer{color:var(--soft);border-top:1px solid var(--line);padding:1rem 0;margin-top:3rem}
@media (max-width:60rem){.parts{grid-template-columns:minmax(0,1fr);gap:1.5rem}.contents{display:none}}
@media (max-width:44rem){main,.bar div{padding-inline:1rem}.list a{grid-template-columns:4.2rem minmax(0,1fr);row-gap:.1rem}.list .path{grid-column:2}.bar form{flex-basis:100%}}
${tryStyle}`

/** The theme that was chosen in the portal, and "/" for the search, as there. */
const script = `
try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}
addEventListener('keydown',e=>{const s=document.querySelector('input[name=q]');if(e.key==='/'&&!e.ctrlKey&&!e.metaKey&&!e.target.closest('input,textarea,select,dialog')){e.preventDefault();s.focus();s.select()}})
`

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The script of the explorer as it may stand in a page: what would end it there is written so that it does not. */
export const asInline = (script: string): string => script.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3C`)

/** Nothing but this style and these scripts, the form of these pages, and our own API. */
export const policyWith = (explorer: string): string =>
  `default-src 'none'; style-src 'sha256-${digestOf(style)}'; script-src 'sha256-${digestOf(script)}' 'sha256-${digestOf(explorer)}'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`

/** To the byte: by these the browser knows them. */
const head = new Markup(`<style>${style}</style><script>${script}</script>`)

export function frame(title: string, body: Markup, { sought = '', explorer = '' } = {}): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Sublet API</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <div>
            <b
              ><a href="/docs"><img src="/favicon.svg" alt="" />Sublet API</a></b
            >
            <a href="/">To the portal</a>
            <form action="/docs" role="search">
              <input
                type="search"
                name="q"
                value="${sought}"
                maxlength="100"
                placeholder="Search operations and nouns ( / )"
                aria-label="Search operations and nouns"
              />
              <button>Search</button>
            </form>
          </div>
        </header>
        <main id="main">${body}</main>
        ${explorer === '' ? '' : new Markup(`<script type="module">${explorer}</script>`)}
      </body>
    </html> `.text
}
