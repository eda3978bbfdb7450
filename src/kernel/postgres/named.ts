import { chmod, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

import { StartRefusal } from '../refusal.ts'
import { type Account, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { hasNameLibrary, nameLibrary } from './name-library.ts'

/**
 * The account as one that can make a cluster: with a name lent to it, by a library at that path, if it has none. Once
 * there is a cluster nobody asks for a name any more. Asked by doing, since names come from more places than one file.
 */
export async function named(account: Account, { initdb }: Binaries, library: string): Promise<Account> {
  const isNameless = async (asked: Account): Promise<boolean> =>
    /could not look up effective user ID/.test((await runAs(asked, initdb, ['--show', '--pgdata', '/'])).output)
  if (!(await isNameless(account))) return account
  if (hasNameLibrary(process.platform, process.arch)) {
    await writeFile(library, nameLibrary(process.arch))
    await chmod(library, 0o644)
    const lent = { ...account, nameFrom: { folder: dirname(library), file: basename(library) } }
    if (!(await isNameless(lent))) return lent
  }
  throw new StartRefusal(
    `PostgreSQL makes a cluster only for a user with a name, and uid ${account.owner.uid} has none, nor could one be lent to it in ${dirname(library)}: add a line for it to the password file, or set DATABASE_URL.`,
  )
}
