import { createHash } from 'node:crypto'

/** The page at `/` where no portal is built: what this is, and where to go on. */

const style = `
:root{color-scheme:light dark;--ink:#16202a;--soft:#51606e;--line:#d9e0e6;--paper:#fbfcfd;--accent:#0b6e4f}
@media (prefers-color-scheme:dark){:root{--ink:#e8eef3;--soft:#9fb0be;--line:#2b3a46;--paper:#10181f;--accent:#4cc79b}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:12vh 1.5rem 4rem}
h1{font-size:3rem;line-height:1;letter-spacing:-.03em;margin:0 0 .4rem}
.lead{font-size:1.25rem;color:var(--soft);margin:0 0 2.5rem}
ul{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
li{border-bottom:1px solid var(--line)}
a{display:flex;justify-content:space-between;gap:1.5rem;padding:.9rem .25rem;color:inherit;text-decoration:none}
a:hover b,a:focus-visible b{color:var(--accent);text-decoration:underline;text-underline-offset:.2em}
a:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
a span{color:var(--soft);text-align:right}
footer{margin-top:2.5rem;color:var(--soft);font-size:.9rem}
`

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sublet – the open IPv4 leasing marketplace</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Sublet</h1>
<p class="lead">An open marketplace for leasing IPv4 address space.</p>
<nav aria-label="Where to go">
<ul>
<li><a href="/docs"><b>API documentation</b><span>every operation, with examples</span></a></li>
<li><a href="/openapi.json"><b>OpenAPI 3.1</b><span>for your own tools</span></a></li>
<li><a href="/.well-known/oauth-authorization-server"><b>Authorization server</b><span>tokens for programs</span></a></li>
<li><a href="/readyz"><b>Status</b><span>is this node ready?</span></a></li>
</ul>
</nav>
<footer>Programs sign in with an app key at <code>POST /oauth2/token</code>. Make one with <code>npx sublet key create</code>.</footer>
</main>
</body>
</html>
`

const digest = createHash('sha256').update(style).digest('base64')

export const homePage = {
  html,
  policy: `default-src 'none'; style-src 'sha256-${digest}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
}
