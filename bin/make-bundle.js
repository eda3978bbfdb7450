import { existsSync, readdirSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'

/** What is begun with; the rest is found from there. */
const begunWith = ['cli', 'main', 'heavy-process', 'processes/serving-process']

/** Servers of older versions may still be running, and read from theirs. */
const kept = 4

/** Made aside and put in place at once, by the first of those who make it together. */
export async function makeBundle(root, folder) {
  const aside = `${folder}.${process.pid}`
  try {
    await bundleInto(aside, root)
    await rename(aside, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  await removeOld(dirname(folder))
}

async function bundleInto(outDir, root) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      copyPublicDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(begunWith.map((name) => [basename(name), join(root, `src/app/${name}.ts`)])),
        // It builds the portal from where it stands, with tools of its own.
        external: /\/web\/build\.ts$/,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

async function removeOld(dist) {
  const made = readdirSync(dist)
    .filter((name) => name.startsWith('server-'))
    .map((name) => ({ path: join(dist, name), at: statSync(join(dist, name)).mtimeMs }))
  for (const { path } of made.sort((a, b) => b.at - a.at).slice(kept)) await rm(path, { recursive: true, force: true })
}
