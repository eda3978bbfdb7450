import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** No dependency without a use, no use without a dependency, every version exact. */

const root = join(import.meta.dirname, '..')
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Used by name on the command line or by their types alone. */
const withoutImport = /^(@types\/|oxlint|oxlint-tsgolint|oxfmt|typescript$|vitest$)/

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.css'], {
  cwd: root,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter((name) => name !== '')
const imported = (names: readonly string[]): Set<string> =>
  new Set(
    names.flatMap((name) =>
      [
        ...readFileSync(join(root, name), 'utf8').matchAll(
          /(?:^import |^\} from |^import .* from |^export .* from |^@import |import\(|\.resolve\(|url\()'([^'.][^']*)'/gm,
        ),
      ]
        .map((match) => match[1] ?? '')
        .filter((specifier) => !specifier.startsWith('node:'))
        .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')),
    ),
  )

/** Runs only where the tools for it are installed. */
const builder = 'bin/make-bundle.js'

const isProduct = (name: string): boolean =>
  /^(src|db|bin)\//.test(name) && !name.endsWith('.test.ts') && name !== builder

const product = imported(files.filter(isProduct))
const everywhere = imported(files)
const found = [
  ...Object.keys(dependencies)
    .filter((name) => !product.has(name))
    .map((name) => `${name} is a dependency that src does not import`),
  ...[...product]
    .filter((name) => !(name in dependencies))
    .map((name) => `${name} is imported by src and is no dependency`),
  ...Object.keys(devDependencies)
    .filter((name) => !everywhere.has(name) && !withoutImport.test(name))
    .map((name) => `${name} is a devDependency nobody imports`),
  ...Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d/.test(version))
    .map(([name]) => `${name} has no exact version`),
]
for (const fault of found) console.log(fault)
process.exitCode = found.length === 0 ? 0 : 1
