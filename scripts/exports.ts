import { join } from 'node:path'

/** Finds what is exported and imported by nobody, tests and benchmarks included: then it need not be exported, or not be. */

interface Source {
  readonly path: string
  readonly text: string
}

const importing = /^(?:import|export)\s+(?:type\s+)?(\*(?: as \w+)?|\w+)?,?\s*(?:\{([^}]*)\})?\s*from\s+'([^']+)'/gm
const lazily = /import\('([^']+)'\)/g
const declaring = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm
const listing = /^export (?:type )?\{([^}]*)\}/gm

/** Names of a list in braces: as they are called inside, and outside. */
function namesIn(list: string): { inside: string; outside: string }[] {
  const names = list.split(',').map((name) => name.trim().replace(/^type /, ''))
  return names
    .filter((name) => name !== '')
    .map((name) => {
      const [inside = '', outside = inside] = name.split(' as ')
      return { inside, outside }
    })
}

function importedFrom(sources: readonly Source[]): Map<string, Set<string>> {
  const imported = new Map<string, Set<string>>()
  const take = (by: string, from: string, names: readonly string[]) => {
    const path = join('/', by, '..', from).slice(1)
    imported.set(path, (imported.get(path) ?? new Set()).union(new Set(names)))
  }
  for (const { path, text } of sources) {
    for (const [, whole, list = '', from = ''] of text.matchAll(importing))
      take(path, from, [...(whole ? ['*'] : []), ...namesIn(list).map(({ inside }) => inside)])
    for (const [, from = ''] of text.matchAll(lazily)) take(path, from, ['*'])
  }
  return imported
}

const exportedBy = ({ text }: Source): string[] => [
  ...[...text.matchAll(declaring)].map(([, name = '']) => name),
  ...[...text.matchAll(listing)].flatMap(([, list = '']) => namesIn(list).map(({ outside }) => outside)),
]

export function unusedExports(sources: readonly Source[], users: readonly Source[]): string[] {
  const imported = importedFrom([...sources, ...users])
  return sources.flatMap((source) => {
    const taken = imported.get(source.path)
    if (taken?.has('*') || /\.(gen|test)\.tsx?$/.test(source.path)) return []
    return exportedBy(source)
      .filter((name) => !taken?.has(name))
      .map((name) => `${source.path} exports ${name}, which nobody imports`)
  })
}
