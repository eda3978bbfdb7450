import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { containerCommand, containerSteps, documentedSteps, unitCommand } from '../support/server/deployment.ts'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

test('container, unit and manual install by the same steps and start the same program', () => {
  expect(containerSteps).toEqual(['npm ci', 'npm run build', 'npm prune --omit=dev'])
  expect(documentedSteps('In production')).toEqual(containerSteps)
  expect(unitCommand).toEqual(containerCommand)
})

test('every platform that may serve gets the same Node', () => {
  const versions = ['linux-x64', 'linux-arm64', 'win-x64'].map((name) => manifest.optionalDependencies[`node-${name}`])
  expect(versions[0]).toMatch(/^24\./)
  expect(new Set(versions).size).toBe(1)
})

test('scripts find the Node that is brought, also where npm 10 has thrown away the link to it', () => {
  const tree = mkdtempSync(join(tmpdir(), 'sublet-own-node-'))
  try {
    const name = `node-${process.platform}-${process.arch}`
    cpSync(join(root, 'bin/own-node.js'), join(tree, 'bin/own-node.js'))
    writeFileSync(join(tree, 'package.json'), '{"type":"module"}')
    mkdirSync(join(tree, 'node_modules', name, 'bin'), { recursive: true })
    writeFileSync(join(tree, 'node_modules', name, 'bin/node'), '')
    const [program = '', ...args] = manifest.scripts['postinstall']?.split(' ') ?? []
    for (const _time of ['new', 'there already']) execFileSync(program, args, { cwd: tree })
    expect(readlinkSync(join(tree, 'node_modules/.bin/node'))).toBe(`../${name}/bin/node`)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
})

test('every install script of a dependency is reviewed, and none is needed', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const scripted = Object.entries(lock.packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript && path !== '' ? [path.replace('node_modules/', '')] : [],
  )
  expect(manifest.allowScripts).toEqual(Object.fromEntries(scripted.map((name) => [name, false])))
})

test('no secret of the builder and nothing built elsewhere goes into an image', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', '**/node_modules', '/data', 'dist']))
})
