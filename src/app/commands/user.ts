import { Command, Option } from 'commander'
import { createMember, newPassword, resetFactorsByEmail } from '../../identity/index.ts'
import { roles, type Role } from '../../kernel/endpoint.ts'
import { change, print, readUuid, type Output } from './run.ts'

interface Options extends Output {
  readonly tenant: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly password?: string
}

export function userCommand(): Command {
  return new Command('user')
    .description('people who sign in to the portal')
    .addCommand(createCommand())
    .addCommand(resetCommand())
}

function createCommand(): Command {
  return new Command('create')
    .description('add a person to a company')
    .requiredOption('--tenant <uuid>', 'the company', readUuid)
    .requiredOption('--email <email>', 'address to sign in with')
    .requiredOption('--name <name>', 'name of the person')
    .addOption(new Option('--role <role>', 'role in the company').choices(roles).default('owner'))
    .option('--password <password>', 'at least 12 characters; generated and printed when absent')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const password = options.password ?? newPassword()
      const person = await change((ctx) => createMember(ctx, options.tenant, options, password))
      const isNew = person.password_hash === null
      const secret = isNew && options.password === undefined ? { password } : {}
      print(
        options,
        { uuid: person.uuid, email: person.email, role: options.role, ...secret },
        [
          `${person.email} is now ${options.role}: ${person.uuid}`,
          ...(isNew ? [] : ['This person had a password already and keeps it.']),
          ...('password' in secret ? [`Password, shown only now: ${password}`] : []),
        ].join('\n'),
      )
    })
}

function resetCommand(): Command {
  return new Command('reset-factors')
    .description('remove the second factors of somebody who has lost them, and end their sessions')
    .argument('<email>', 'address they sign in with')
    .option('--json', 'print JSON')
    .action(async (email: string, output: Output) => {
      const person = await change((ctx) => resetFactorsByEmail(ctx, email))
      print(
        output,
        { uuid: person.uuid, email: person.email },
        `${person.email} signs in with the password alone now, and was mailed.`,
      )
    })
}
