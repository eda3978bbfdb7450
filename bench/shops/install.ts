import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Into a folder of their own, none of them becomes ours; nothing where they are there already. */
export async function install(folder: string, packages: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (Object.keys(packages).length === 0) return
  const wanted = JSON.stringify({ name: 'shop', private: true, type: 'module', dependencies: packages }, null, 2)
  const [manifest, done] = [join(folder, 'package.json'), join(folder, 'installed.json')]
  if ((await readFile(done, 'utf8').catch(() => '')) === wanted) return
  await writeFile(manifest, wanted)
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  await promisify(execFile)('npm', ['install', ...flags], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  await writeFile(done, wanted)
}
