import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../test/support/browser/browser.ts'
import { findBrowser } from '../test/support/browser/look.ts'

/**
 * `npm run icons`: the pictures that stand for us elsewhere (home screens, previews of links), drawn from
 * `web/public/favicon.svg` by a browser. Run after that file has changed; what it writes is committed.
 */

const folder = join(import.meta.dirname, '../web/public')
const green = '#0b6b50'

const mark = await readFile(join(folder, 'favicon.svg'), 'utf8')
const font = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')

/** Systems that cut icons to a shape of their own get ground to cut from: the sign stands in the safe middle. */
const onGround = (share: number) =>
  `<body style="background:${green};display:grid;place-items:center"><div style="width:${share}%">${mark}</div></body>`

const preview = async () => `
  <style>
    @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${(await readFile(font)).toString('base64')}) }
    body { background: #f7f8f8; color: #131a1c; font-family: Inter; padding: 96px; box-sizing: border-box; border-bottom: 16px solid ${green} }
    div { display: flex; align-items: center; gap: 28px; font-size: 56px; font-weight: 650; letter-spacing: -0.02em }
    svg { width: 88px }
    h1 { margin: 84px 0 28px; font-size: 84px; line-height: 1.05; font-weight: 680; letter-spacing: -0.035em }
    p { margin: 0; font-size: 36px; color: #48555a }
  </style>
  <body><div>${mark} Sublet</div><h1>Lease IPv4,<br>or lease yours out.</h1><p>The open marketplace for IPv4 address space</p></body>`

async function draw(browser: Browser, name: string, width: number, height: number, content: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(
    `<!doctype html><style>html,body{height:100%;margin:0}svg{display:block;width:100%}</style>${content}`,
  )
  await page.evaluate('document.fonts.ready')
  const bytes = await page.screenshot({ omitBackground: true })
  await writeFile(join(folder, name), bytes)
  console.log(`${name}: ${width} × ${height}, ${bytes.length} bytes`)
  await page.close()
}

const browser = await openBrowser(await findBrowser(console.log))
try {
  for (const size of [192, 512]) await draw(browser, `icon-${size}.png`, size, size, `<body>${mark}</body>`)
  await draw(browser, 'icon-maskable-512.png', 512, 512, onGround(80))
  await draw(browser, 'apple-touch-icon.png', 180, 180, onGround(100))
  await draw(browser, 'social-preview.png', 1_200, 630, await preview())
} finally {
  await browser.close()
}
