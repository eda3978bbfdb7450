import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

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
