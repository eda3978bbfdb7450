import { Command } from 'commander'
import { rotateSecretKey } from '../../kernel/secrets/rotation.ts'
import { sealedColumns } from '../sealed.ts'
import { look, print, type Output } from './run.ts'

/** One connection shows that the key is being replaced, the others do it. */
const connections = 4

export function secretKeyCommand(): Command {
  const command = new Command('secret-key').description('the key that secrets in the database are sealed with')
  command
    .command('rotate')
    .description('replace it while all nodes serve; run it again to go on where it was interrupted')
    .option('--json', 'print JSON')
    .action(async (options: Output) => {
      const say = options.json ? undefined : (line: string) => console.error(line)
      const answer = await look(async (ctx) => {
        const done = await rotateSecretKey(ctx, sealedColumns, say)
        return { ...done, in_settings: ctx.house.config.secretKey !== null }
      }, connections)
      const after = answer.in_settings ? ' SUBLET_SECRET_KEY_OLD may be removed from every node.' : ''
      const text = `Everything is sealed with the secret key ${answer.key}; ${answer.resealed} sealed anew.${after}`
      print(options, answer, `${text}\nBackups made before need the key of their day: keep it with them.`)
    })
  return command
}
