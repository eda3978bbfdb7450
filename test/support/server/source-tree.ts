import { cp, mkdtemp, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './server-process.ts'

/** Parts of the tree in a folder of their own, where they may be changed, with the packages that are installed here. */
export async function copyOfSources(names: readonly string[]): Promise<string> {
  const tree = await realpath(await mkdtemp(join(tmpdir(), 'sublet-tree-')))
  for (const name of names)
    await cp(join(root, name), join(tree, name), { recursive: true, filter: (path) => !path.includes('node_modules') })
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}
