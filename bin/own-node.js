// Plain JavaScript, so that an old Node can read it.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The Node that this project brings. npm 11 puts it where scripts find it; npm 10, which comes with Node 20 and 22, brings
 * one for each platform, throws away those of others, and with the first of them the link that all of them have in common.
 */

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const link = join(modules, '.bin', 'node')

const { platform, arch } = process
const brought = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`].map((name) =>
  join(modules, name, 'bin', 'node'),
)

/** Its path, or undefined where there is none. */
export const findOwnNode = () => [link, ...brought].find((path) => existsSync(path))

/** What npm runs when it has installed everything. */
function linkOwnNode() {
  const own = findOwnNode()
  if (own === undefined || own === link) return
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(relative(dirname(link), own), link)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) linkOwnNode()
