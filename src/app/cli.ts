import { Command, CommanderError } from 'commander'
import { Problem } from '../kernel/problems.ts'
import { StartRefusal } from '../kernel/refusal.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { clockCommand } from './commands/clock.ts'
import { doctorCommand } from './commands/doctor.ts'
import { importCommand } from './commands/import.ts'
import { keyCommand, signingKeyCommand } from './commands/key.ts'
import { letterKeyCommand, verifyCommand } from './commands/letter.ts'
import { mailCommand } from './commands/mail.ts'
import { restoreCommand } from './commands/restore.ts'
import { secretKeyCommand } from './commands/secret-key.ts'
import { buildCommand, migrateCommand, settingsCommand, startCommand } from './commands/server.ts'
import { sourcesCommand } from './commands/sources.ts'
import { tenantCommand } from './commands/tenant.ts'
import { userCommand } from './commands/user.ts'

/** The command line: every command a row, every failure one sentence and exit code 1. */

const examples = `
Examples:
  npx sublet start                                     serve, with an embedded PostgreSQL in ./data
  npx sublet doctor                                    what is missing before a first block can be leased
  npx sublet tenant create --title "Example Networks"  register a company
  npx sublet tenant list --json                        all companies, for a program
  npx sublet user create --tenant UUID --email a@b.net --name "Ann" --role owner
  npx sublet key create --tenant UUID --name Export --scopes "billing ecommerce"
  npx sublet key allow CLIENT_ID 203.0.113.0/24        use it from there only; without addresses, from anywhere
  npx sublet key revoke CLIENT_ID                      its tokens end within a second, everywhere
  npx sublet import vrps FILE_OR_URL                   bring in ROA payloads; other kinds likewise
  npx sublet sources                                   network data with its age and rows
  npx sublet sources --recommended                     what SUBLET_SOURCES=recommended fetches, and what that lacks
  npx sublet verify LETTER.pdf                         whether a letter of authorisation is genuine, offline
  npx sublet secret-key rotate                         replace the key that secrets are sealed with, online
  npx sublet mail send                                 send what was kept for want of a mail server
  npx sublet clock advance 13 months                   move a sandbox into the future, doing what falls due
  npx sublet audit                                     check every promise the data makes
  npx sublet backup /backups/monday.tar.zst            copy everything into one file, while the server runs
  npx sublet restore /backups/monday.tar.zst           bring it back, into an empty data folder

Commands talk to the database of the running server, found by the same settings (see "npx sublet settings").`

function program(): Command {
  const command = new Command('sublet')
    .description('An open marketplace for leasing IPv4 subnets.')
    .addHelpText('after', examples)
    .showHelpAfterError('(add --help for what this command takes)')
    .exitOverride()
  for (const child of [
    startCommand(),
    buildCommand(),
    migrateCommand(),
    settingsCommand(),
    tenantCommand(),
    userCommand(),
    keyCommand(),
    signingKeyCommand(),
    letterKeyCommand(),
    secretKeyCommand(),
    verifyCommand(),
    doctorCommand(),
    importCommand(),
    sourcesCommand(),
    mailCommand(),
    clockCommand(),
    auditCommand(),
    backupCommand(),
    restoreCommand(),
  ])
    command.addCommand(child.copyInheritedSettings(command))
  return command
}

export async function run(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...args], { from: 'user' })
  } catch (error) {
    process.exitCode = explain(error)
  }
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode
  if (error instanceof StartRefusal || error instanceof Problem) console.error(error.message)
  else console.error(error)
  return 1
}
