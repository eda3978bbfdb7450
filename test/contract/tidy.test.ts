import { describe, expect, it } from 'vitest'
import { citationFaults, sectionsOf } from '../../scripts/citations.ts'
import { unusedExports, unusedMethods } from '../../scripts/exports.ts'
import { allFaults, faults, fileAt } from '../../scripts/tidy.ts'

/** The three laws hold, and the rules that check them can find a breach. */

const judge = (path: string, ...lines: string[]) => faults([fileAt(path, `${lines.join('\n')}\n`)])

const long = (lines: number) => Array.from({ length: lines }, (_, i) => `  call(${i})`)

describe('this tree', () => {
  it('is tidy', () => {
    expect(allFaults()).toEqual([])
  })
})

describe('imports', () => {
  it.each([
    ['src/identity/a.ts', "import { b } from '../market/index.ts'", /market stands below identity/],
    ['src/kernel/a.ts', "import { b } from '../identity/index.ts'", /identity stands below kernel/],
    ['src/market/a.actions.ts', "import { b } from '../identity/tenant.store.ts'", /past its index\.ts/],
    ['src/identity/a.ts', "import { b } from '../../test/support/world.ts'", /outside src/],
    ['src/identity/a.rules.ts', "import { b } from './a.store.ts'", /rules file imports the store file/],
    ['src/identity/a.rules.ts', "import pg from 'pg'", /rules file imports pg/],
    [
      'src/identity/a.rules.ts',
      "import { b } from '../kernel/db/pool.ts'",
      /rules file imports src\/kernel\/db\/pool\.ts/,
    ],
    [
      'src/identity/a.events.ts',
      "import { emit } from '../kernel/work/events.ts'",
      /events file imports src\/kernel\/work\/events/,
    ],
    ['src/identity/a.events.ts', "import { b } from './a.store.ts'", /events file imports the store file/],
    ['src/identity/a.store.ts', "import { b } from './a.actions.ts'", /store file imports the actions file/],
    ['src/identity/a.routes.ts', "import { b } from './a.store.ts'", /routes file imports the store file/],
    ['src/identity/a.routes.ts', "export { b } from './a.store.ts'", /routes file imports the store file/],
    ['src/identity/a.jobs.ts', "import { b } from './a.routes.ts'", /jobs file imports the routes file/],
  ])('%s may not: %s', (path, line, fault) => {
    expect(judge(path, line)).toEqual([expect.stringMatching(fault)])
  })

  it.each([
    ['src/market/a.actions.ts', "import { b } from '../identity/index.ts'"],
    ['src/identity/a.rules.ts', "import { problems } from '../kernel/problems.ts'"],
    ['src/identity/a.rules.ts', "import { hash } from 'node:crypto'"],
    ['src/identity/a.events.ts', "import { events } from '../kernel/work/event-table.ts'"],
    ['src/identity/a.jobs.ts', "import { b } from './a.events.ts'"],
    ['src/identity/a.routes.ts', "import type { B } from './a.store.ts'"],
    ['src/app/a.ts', "import { b } from '../../db/demo.ts'"],
  ])('%s may: %s', (path, line) => {
    expect(judge(path, line)).toEqual([])
  })
})

describe('the kernel', () => {
  it.each([
    ['const taxRow = 1', 'tax'],
    ["const path = '/market/'", 'market'],
    ['/** As invoices show it. */', 'invoices'],
    ['interface VATNumber {}', 'vat'],
  ])('does not say %s', (line, word) => {
    expect(judge('src/kernel/a.ts', line)).toEqual([`src/kernel/a.ts says "${word}", a word of the business`])
    expect(judge('src/market/a.ts', line)).toEqual([])
  })

  it('may say what only looks like one', () => {
    expect(judge('src/kernel/a.ts', "release('letter-spacing', placeholder, syntax, cartesian)")).toEqual([])
  })
})

describe('the tree', () => {
  const tree = (files: Record<string, string>) =>
    faults(Object.entries(files).map(([path, text]) => fileAt(path, text)))

  it('has no circles of imports, though types may refer to each other', () => {
    const a = "import { b } from './b.ts'\n"
    expect(tree({ 'web/ui/a.ts': a, 'web/ui/b.ts': "import { a } from './a.ts'\n" })).toEqual([
      'web/ui/a.ts → web/ui/b.ts → web/ui/a.ts: imports in a circle',
    ])
    for (const back of [
      "import type { A } from './a.ts'",
      "import { type A, type B } from './a.ts'",
      "import('./a.ts')",
    ])
      expect(tree({ 'web/ui/a.ts': a, 'web/ui/b.ts': `${back}\n` })).toEqual([])
  })

  it('has no crowded folders', () => {
    const many = (count: number) =>
      tree(Object.fromEntries(Array.from({ length: count }, (_, i) => [`src/market/a${i}.ts`, ''])))
    expect(many(41)).toEqual([expect.stringMatching(/src\/market has 41 sources/)])
    expect(many(40)).toEqual([])
  })

  it('exports nothing in vain', () => {
    const a = fileAt('src/market/a.ts', 'export const one = 1\nexport { two as three } from "./b.ts"\n')
    const found = (line: string) => unusedExports([a, fileAt('src/market/c.ts', `${line}\n`)])
    expect(found("import { one } from './a.ts'")).toEqual(['src/market/a.ts exports three, which nobody imports'])
    expect(found("import { one, three as four } from './a.ts'")).toEqual([])
    expect(found("import * as a from './a.ts'")).toEqual([])
    expect(found("const { one } = await import('./a.ts')")).toEqual([])
  })

  it('exports nothing that only tests and benchmarks use', () => {
    const found = (text: string, path: string, from: string) =>
      unusedExports([fileAt('src/market/a.ts', text), fileAt(path, `import { one } from '${from}'\n`)])
    const fault = 'src/market/a.ts exports one, which only tests and benchmarks use'
    const alone = '/** Not one of many. */\nexport const one = 1\n'
    expect(found(alone, 'test/b.ts', '../src/market/a.ts')).toEqual([fault])
    expect(found(alone, 'bench/b.ts', '../src/market/a.ts')).toEqual([fault])
    expect(found(alone, 'src/market/a.test.ts', './a.ts')).toEqual([fault])
    expect(found(alone, 'src/market/b.ts', './a.ts')).toEqual([])
    expect(found(`${alone}const two = one + 1\n`, 'test/b.ts', '../src/market/a.ts')).toEqual([])
  })

  it('has no method that only tests and benchmarks call', () => {
    const a = fileAt('src/market/a.ts', 'class A {\n  /** one() */\n  one(): void {\n  }\n}\n')
    const found = (path: string) => unusedMethods([a, fileAt(path, 'new A().one()\n')])
    expect(found('test/b.ts')).toEqual(['src/market/a.ts has a method one, which only tests and benchmarks call'])
    expect(found('src/market/b.ts')).toEqual([])
  })

  it.each(['offerView.ts', 'offer_view.ts', 'Offer.tsx'])('has no file called %s', (name) => {
    expect(judge(`src/market/${name}`)).toEqual([expect.stringMatching(/words joined by hyphens/)])
  })
})

describe('citations', () => {
  const page = '## 1. One\n\n| Paging | from 1 |\n\n- **Reserve**: holds\n\n### States\n\n## 3. Three\n'
  const shelf = { documents: { decisions: sectionsOf(page), 'network-rules': sectionsOf(page) }, adrs: new Set([7]) }
  const faultsOf = (text: string) => citationFaults({ path: 'src/a.ts', text }, shelf)
  // Put together here, lest this file be found to cite what is not there.
  const decisions = (rest: string) => `decisions ${rest}`
  const networkRules = (rest: string) => `network-rules ${rest}`
  const adr = (number: number) => `ADR ${number}`

  it.each([
    `/** ${decisions('1')} */`,
    `// A page (${decisions('1, Paging')}).`,
    `/** D${decisions('1, Reserve').slice(1)} */`,
    `/**\n * Moves (${decisions('1,')}\n * States): each of them.\n */`,
    `/** ${decisions('1, Paging')}; ${networkRules('§3')} */`,
    `${adr(7)}, and the ADRs after it`,
  ])('may be: %s', (text) => {
    expect(faultsOf(text)).toEqual([])
  })

  it.each([
    [`/** ${decisions('2')} */`, decisions('2')],
    [`/** ${decisions('1, Cart')} */`, decisions('1, Cart')],
    [`/** ${decisions('3, Paging')}: so */`, decisions('3, Paging')],
    [`/** ${decisions('§1')} */`, decisions('§1')],
    [`/** ${networkRules('3')} */`, networkRules('3')],
    [`/** ${networkRules('§4')} */`, networkRules('§4')],
    [`[${adr(8)}](x.md)`, adr(8)],
  ])('may not be: %s', (text, cited) => {
    expect(faultsOf(text)).toEqual([`src/a.ts cites ${cited}, which there is not`])
  })
})

describe('texts', () => {
  it.each([
    ['src/identity/a.actions.ts', 'const at = Date.now()', /reads the clock/],
    ['src/identity/a.actions.ts', 'const at = new Date()', /reads the clock/],
    ['src/identity/a.actions.ts', "const a = process.env['A']", /reads the environment/],
    ['src/identity/a.actions.ts', 'await query`select 1`.rows(ctx)', /holds SQL/],
    ['src/identity/a.store.ts', 'query`select from lease`', /names the table lease of market/],
    ['src/market/a.store.ts', "insertAll(ctx, 'sales_order', rows)", /names the table sales_order of commerce/],
    ['src/identity/string-util.ts', 'export const a = 1', /is called/],
    ['src/identity/tenant-service.ts', 'export const a = 1', /is called/],
    ['src/elsewhere/a.ts', 'export const a = 1', /in no known slice/],
  ])('%s may not: %s', (path, line, fault) => {
    expect(judge(path, line)).toEqual([expect.stringMatching(fault)])
  })

  it.each([
    ['src/kernel/clock.ts', 'const at = Date.now()'],
    ['src/kernel/config.ts', 'const { env } = process.env'],
    ['src/identity/a.store.ts', 'await query`select 1`.rows(ctx)'],
    ['src/commerce/a.store.ts', 'query`select from lease join tenant using (uuid)`'],
    ['src/identity/a.actions.ts', 'const at = new Date(0)'],
  ])('%s may: %s', (path, line) => {
    expect(judge(path, line)).toEqual([])
  })

  it('may not be endless, nor may their functions', () => {
    expect(judge('src/identity/a.ts', ...long(401))).toEqual(['src/identity/a.ts is longer than 400 lines'])
    expect(judge('src/identity/a.ts', ...long(399))).toEqual([])
    expect(judge('src/identity/a.ts', 'export async function walk(): Promise<void> {', ...long(50), '}')).toEqual([
      'src/identity/a.ts has a function of 51 lines: walk',
    ])
    expect(judge('src/identity/a.ts', 'class A {', '  walk(): void {', ...long(50), '  }', '}')).toHaveLength(1)
    expect(judge('src/identity/a.ts', 'function walk(): void {', ...long(48), '}')).toEqual([])
  })
})
