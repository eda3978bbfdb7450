import type { Context } from '../../src/kernel/context.ts'
import { asns } from './numbers.ts'
import { scenes } from './routing.ts'

/** Most lessees have letters for what they lease; one announces without, one has not asked yet. */
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
