import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kindNames } from '../../src/network/kinds.rules.ts'

const root = join(import.meta.dirname, '../..')
const pages = globSync(['*.md', 'docs/**/*.md', '{src,test,web}/**/README.md'], { cwd: root })

const matches = (page: string, pattern: RegExp) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(pattern)].map((match) => match[1] ?? '')

describe.each(pages)('%s', (page) => {
  it('links only to files that are there', () => {
    const links = matches(page, /\]\((?!https?:|#|mailto:)([^)#\s]+)/g)
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([])
  })

  it('names only tests that are there', () => {
    const tests = matches(page, /\b((?:test|src)\/[\w./-]+\.test\.ts)/g)
    expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([])
  })
})

it('describes the format of every kind of network data', () => {
  const [, inputs = ''] = readFileSync(join(root, 'docs/network-rules.md'), 'utf8').split(/^## \d\. /m)
  const described = [...inputs.matchAll(/^\| (`.+?`) +\|/gm)].flatMap(([, cell = '']) => cell.match(/[a-z\d-]+/g) ?? [])
  expect(described.toSorted()).toEqual(kindNames.toSorted())
})
