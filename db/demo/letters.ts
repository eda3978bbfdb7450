import type { Context } from '../../src/kernel/context.ts'
import { asns } from './numbers.ts'
import { scenes } from './routing.ts'

/** Lessees have letters for what they lease, but for one that was in a hurry. */
export async function writeLetters({ db }: Context): Promise<void> {
  for (const { prefix, letters = [] } of scenes)
    if (letters.length > 0)
      await db
        .updateTable('lease')
        .set({ asns: letters.map((network) => asns[network]) })
        .where('block', '=', prefix)
        .where('status', '<>', 'terminated')
        .execute()
}
