import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux's folder in memory. */
const memory = '/dev/shm'

const tmpfs = 0x01021994
const GiB = 1024 ** 3

/**
 * Where clusters of tests stand that nobody will miss: in memory, where that is roomy. Each database is a thousand small
 * files that are made and removed many hundred times in a run. On a disk that is tens to hundreds of milliseconds of the
 * processor for each, and the more the more of them have just been removed: ext4 without a journal passes over each. Who
 * says where temporary files belong (TMPDIR) is heard.
 */
export function quickFolder(): string {
  return process.env['TMPDIR'] === undefined && isRoomy(memory) ? memory : tmpdir()
}

/** And no less of a disk: the library that lends users a name is run from a data folder. */
function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { type, bavail, bsize } = statfsSync(folder)
    if (type !== tmpfs || bavail * bsize < 4 * GiB || process.availableMemory() < 8 * GiB) return false
    const mounted = readFileSync('/proc/mounts', 'utf8').split('\n')
    return mounted.every((line) => line.split(' ')[1] !== folder || !line.split(' ')[3]?.split(',').includes('noexec'))
  } catch {
    return false
  }
}
