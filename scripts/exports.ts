import { join } from 'node:path'

/**
 * Finds what is exported and imported by nobody: then it need not be exported, or not be. What the product exports and
 * only tests and benchmarks call is dead, too, and they judge what does not run.
 */

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

/** What the client gives is taken by programs of others. */
const forPrograms = 'client/index.ts'

const isTrial = ({ path }: Source): boolean => /^(bench|test)\/|\.test\.tsx?$/.test(path)

const withoutComments = ({ text }: Source): string => text.replaceAll(/\/\*[^]*?\*\/|\/\/ .*/g, '')

/** Besides what it only passes on. */
function usesItself(source: Source, name: string): boolean {
  const own = withoutComments(source).replaceAll(importing, '')
  return [...own.matchAll(new RegExp(`(?<!\\w|[^.]\\.)${name}\\b`, 'g'))].length > 1
}

export function unusedExports(sources: readonly Source[]): string[] {
  const byAny = importedFrom(sources)
  const byProduct = importedFrom(sources.filter((source) => !isTrial(source)))
  return sources.flatMap((source) => {
    if (/\.(gen|test)\.tsx?$/.test(source.path) || source.path === forPrograms) return []
    const takes = (by: typeof byAny, name: string) => by.get(source.path)?.has('*') || by.get(source.path)?.has(name)
    return exportedBy(source).flatMap((name) => {
      if (!takes(byAny, name)) return [`${source.path} exports ${name}, which nobody imports`]
      if (isTrial(source) || takes(byProduct, name) || usesItself(source, name)) return []
      return [`${source.path} exports ${name}, which only tests and benchmarks use`]
    })
  })
}

const classes = /^(?:export )?class \w+ \{\n[^]*?^\}/gm
const methods = /^ {2}(?:static |async |get |\*)*(\w+)(?:<.*>)?\(/gm

/** By its name alone, so one that is called like another's is not found; what a library calls is in a class that says so. */
export function unusedMethods(sources: readonly Source[]): string[] {
  const product = sources.filter((source) => !isTrial(source))
  const times = new Map<string, number>()
  for (const source of product)
    for (const [word] of withoutComments(source).matchAll(/\w+/g)) times.set(word, (times.get(word) ?? 0) + 1)
  return product.flatMap((source) =>
    [...withoutComments(source).matchAll(classes)]
      .flatMap(([text]) => [...text.matchAll(methods)].map(([, name = '']) => name))
      .filter((name) => name !== 'constructor' && times.get(name) === 1)
      .map((name) => `${source.path} has a method ${name}, which only tests and benchmarks call`),
  )
}
