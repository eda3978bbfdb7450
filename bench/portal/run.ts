import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../../test/support/browser/browser.ts'
import { findBrowser } from '../../test/support/browser/look.ts'
import { demoCredentials, Machine } from '../../test/support/server/server-process.ts'
import { median } from '../contest.ts'
import { firstViews, interactions, landing, shifts, type Figure } from './measures.ts'
import type { Portal } from './people.ts'

/**
 * The portal of the demo world on a computer four times slower than this one: how soon the market can be used, what it
 * asks for, what moves while pages come, and how long what people do keeps the page busy. Medians of five rounds.
 * `--quick`: one round. Words after `--only` choose pages for the layout shifts by parts of their paths, and leave the
 * rest out: `npm run bench -- --portal --only prefixes`.
 */

const args = process.argv.slice(2)
const json = args.includes('--json')
const rounds = args.includes('--quick') ? 1 : 5
const only = args.includes('--only') ? args.slice(args.indexOf('--only') + 1) : null
const say = (line: string) => void (json || console.log(line))

async function measure(portal: Portal): Promise<Figure[]> {
  const moved = () => shifts(portal, rounds, { wanted: only ?? [], say })
  if (only) return [...report(await moved())]
  const first = [...(await firstViews(portal, rounds)), ...(await landing(portal, rounds))]
  report(first)
  const busy = await interactions(portal, rounds)
  report(busy)
  return [...first, ...busy, ...report(await moved())]
}

const shown: Readonly<Record<Figure['unit'], (value: number) => string>> = {
  ms: (value) => `${Math.round(value).toLocaleString('en')} ms`,
  B: (value) => `${(value / 1_000).toFixed(1)} kB`,
  shift: (value) => value.toFixed(3),
  '': String,
}

const holds = ({ values, goal }: Figure): boolean => median(values) <= goal

function report(figures: readonly Figure[]): readonly Figure[] {
  for (const figure of figures) {
    const { name, goal, unit, values, says } = figure
    const told = [shown[unit](median(values)), `at most ${shown[unit](goal)}`, holds(figure) ? 'holds' : 'MISSED']
    say(`${name.padEnd(56)}${told.map((part) => part.padStart(18)).join('')}`)
    if (says !== undefined && !holds(figure)) say(`    ${says}`)
  }
  return figures
}

const machine = await Machine.open()
const dataDir = await mkdtemp(join(tmpdir(), 'sublet-bench-portal-'))
const browser = await openBrowser(await findBrowser(say))
try {
  const server = await machine.start({ SUBLET_DATA_DIR: dataDir, SUBLET_SEARCH_RATE_LIMIT: '0' })
  const { password } = await demoCredentials(dataDir)
  const figures = await measure({ browser, url: server.url, password })
  const missed = figures.filter((figure) => !holds(figure))
  if (json) console.log(JSON.stringify(figures, null, 2))
  say(missed.length === 0 ? 'every goal holds' : `${missed.length} of ${figures.length} goals MISSED`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await browser.close()
  await machine.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
