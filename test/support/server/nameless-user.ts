import { spawnSync } from 'node:child_process'

/** Users as the password file knows them, or does not: which numbers have a name differs between machines. */

interface User {
  readonly uid: number
  readonly gid: number
}

const fieldsOf = (uid: number): string[] =>
  spawnSync('getent', ['passwd', String(uid)], { encoding: 'utf8' })
    .stdout?.trim()
    .split(':') ?? []

/** One that surely has no name. */
export function nobodyKnown(): User {
  let uid = 987_654
  while (fieldsOf(uid).length > 1) uid += 1
  return { uid, gid: uid }
}

/** One that has a name, and is neither root nor the nobody that root falls back to. */
export function somebody(): User {
  for (let uid = 1; uid < 65_534; uid += 1) {
    const gid = Number(fieldsOf(uid)[3])
    if (gid > 0) return { uid, gid }
  }
  throw new Error('Only root has a name on this machine.')
}

interface Way {
  /** Why it cannot be done here, if so. */
  readonly hindrance?: string
  readonly prefix: readonly string[]
  readonly spawn: Partial<User>
}

/** How to run something as that user: root becomes it, anybody else is seen as it in a namespace of their own. */
export function becoming({ uid, gid }: User): Way {
  if (process.getuid?.() === 0) return { prefix: [], spawn: { uid, gid } }
  const prefix = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  const allowed = spawnSync('unshare', [...prefix.slice(1), 'true']).status === 0
  return { prefix, spawn: {}, ...(!allowed && { hindrance: 'needs root, or a user namespace' }) }
}
