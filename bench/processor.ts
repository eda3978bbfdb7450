import { readdir, readFile } from 'node:fs/promises'

/** Processor time of a process and all that it has started, in seconds, where the system tells. */

/** Of `/proc/PID/stat` behind the name: parent, and time of its own and of children that have ended, in hundredths. */
const fields = { parent: 1, times: [11, 12, 13, 14] } as const

export async function processorSeconds(root: number): Promise<number> {
  const parents = new Map<number, { readonly parent: number; readonly hundredths: number }>()
  for (const name of await readdir('/proc')) {
    const text = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    const values = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const parent = Number(values[fields.parent])
    const hundredths = fields.times.reduce((sum, at) => sum + Number(values[at]), 0)
    if (text) parents.set(Number(name), { parent, hundredths })
  }
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(parents.get(pid)?.parent ?? 0))
  let sum = 0
  for (const [pid, { hundredths }] of parents) if (isOurs(pid)) sum += hundredths
  return sum / 100
}
