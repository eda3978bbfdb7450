import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whatever a comment or a page cites is there: a section of our documents, a part of it, a decision by its number. */

interface Text {
  readonly path: string
  readonly text: string
}

/** What can be cited: of each document its sections by number, each with the names of its parts. */
interface Shelf {
  readonly documents: Readonly<Record<string, ReadonlyMap<number, ReadonlySet<string>>>>
  readonly adrs: ReadonlySet<number>
}

/** `## 5. Title`; within it parts are a heading, the first cell of a row, or what is bold. */
export function sectionsOf(page: string): Map<number, Set<string>> {
  const sections = page.split(/^## (?=\d+\. )/m).slice(1)
  return new Map(sections.map((section) => [Number.parseInt(section), partsOf(section)]))
}

const partsOf = (section: string): Set<string> =>
  new Set([...section.matchAll(/^### (.+)$|^\| ([^|`]+?) +\||\*\*(.+?)\*\*/gm)].map(([, ...names]) => names.join('')))

/** In a text whose comments are unwrapped: `decisions 5, Reserve`, `network-rules §3`. */
const section = /\b([Dd]ecisions|[Nn]etwork-rules) (§?)(\d+)(?:, ([A-Z][^.,;:()`|]*))?/g
const adr = /\bADR (\d+)/g

const signs: Readonly<Record<string, string>> = { decisions: '', 'network-rules': '§' }

export function citationFaults({ path, text }: Text, shelf: Shelf): string[] {
  const unwrapped = text.replaceAll(/\s*\n\s*(\*(?!\/)|\/\/)?\s*/g, ' ').replaceAll('*/', '.')
  const unknown = [
    ...unwrapped.matchAll(adr).filter(([, number]) => !shelf.adrs.has(Number(number))),
    ...unwrapped.matchAll(section).filter(([, name = '', sign, number, part]) => {
      const parts = shelf.documents[name.toLowerCase()]?.get(Number(number))
      return sign !== signs[name.toLowerCase()] || !parts || (part !== undefined && !parts.has(part.trim()))
    }),
  ]
  return unknown.map(([whole]) => `${path} cites ${whole.trim()}, which there is not`)
}

/** Over all that is ours. */
export function allCitationFaults(root: string): string[] {
  const read = (path: string): Text => ({ path, text: readFileSync(join(root, path), 'utf8') })
  const page = (name: string) => sectionsOf(read(`docs/${name}.md`).text)
  const shelf = {
    documents: Object.fromEntries(Object.keys(signs).map((name) => [name, page(name)])),
    adrs: new Set(readdirSync(join(root, 'docs/adr')).map((name) => Number.parseInt(name))),
  }
  const ours = ['*.md', '{bench,bin,client,db,deploy,docs,scripts,src,test,web}/**/*.{ts,tsx,js,sql,md}']
  return globSync(ours, { cwd: root, exclude: ['**/node_modules'] })
    .toSorted()
    .flatMap((path) => citationFaults(read(path), shelf))
}
