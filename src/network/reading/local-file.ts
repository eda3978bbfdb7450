import { open } from 'node:fs/promises'
import { isSecretKey } from '../../kernel/secrets/secret-keys.ts'
import type { Config } from '../../kernel/config.ts'
import { SourceFault } from './source.ts'

/** A file of this machine, opened by whoever wants it read: the process that reads can open none. */

export interface LocalFile {
  readonly fd: number
  /** Null: nobody knows, as of a pipe. */
  readonly size: number | null
}

/** Open for as long as `use` takes. */
export async function withLocalFile<T>(
  path: string,
  config: Pick<Config, 'dataDir' | 'importMaxMegabytes'>,
  use: (file: LocalFile) => Promise<T>,
): Promise<T> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new SourceFault(path, error.code === 'ENOENT' ? 'there is no such file' : `cannot be read (${error.code})`)
  })
  try {
    const found = await file.stat()
    if (found.isDirectory()) throw new SourceFault(path, 'is a folder, not a file')
    if (await isSecretKey(found, config))
      throw new SourceFault(path, 'is the secret key of this installation, not data')
    if (found.size > maxBytesOf(config)) throw tooLarge(path, maxBytesOf(config))
    return await use({ fd: file.fd, size: found.isFile() ? found.size : null })
  } finally {
    await file.close()
  }
}

export const maxBytesOf = ({ importMaxMegabytes }: Pick<Config, 'importMaxMegabytes'>): number =>
  importMaxMegabytes * 1_048_576

export const tooLarge = (from: string, maxBytes: number): SourceFault =>
  new SourceFault(from, `is larger than ${maxBytes} bytes, the most that SUBLET_IMPORT_MAX_MB allows`)
