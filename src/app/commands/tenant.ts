import { Command, Option } from 'commander'
import { createTenant, listTenants, moveTenant } from '../../identity/index.ts'
import { change, look, print, readUuid, table, type Output } from './run.ts'

interface Tenant {
  readonly uuid: string
  readonly customer_number: number
  readonly title: string
  readonly status: string
  readonly role: string
}

const shown = ({ uuid, customer_number, title, status, role }: Tenant) => ({
  uuid,
  customer_number,
  title,
  status,
  role,
})

export function tenantCommand(): Command {
  const command = new Command('tenant').description('companies')
  command
    .command('create')
    .description('register a company')
    .requiredOption('--title <title>', 'name of the company')
    .addOption(
      new Option('--role <role>', 'what it mainly is').choices(['holder', 'lessee', 'operator']).default('lessee'),
    )
    .option('--email <email>', 'contact address')
    .option('--json', 'print JSON')
    .action(async (options: Output & { title: string; role: 'holder' | 'lessee' | 'operator'; email?: string }) => {
      const tenant = await change((ctx) =>
        createTenant(ctx, { title: options.title, role: options.role, contactEmail: options.email ?? null }),
      )
      print(
        options,
        shown(tenant),
        `${tenant.title} is customer ${tenant.customer_number}, ${tenant.status}: ${tenant.uuid}`,
      )
    })
  command
    .command('list')
    .description('list companies')
    .option('--json', 'print JSON')
    .action(async (options: Output) => {
      const { rows } = await look((ctx) => listTenants(ctx, { status: [], search: null, perPage: 100_000, offset: 0 }))
      const head = ['uuid', 'customer_number', 'title', 'status', 'role']
      print(
        options,
        rows.map(shown),
        table(
          head,
          rows.map((row) => Object.values(shown(row))),
        ),
      )
    })
  for (const trigger of ['activate', 'suspend', 'restore', 'close'] as const)
    command
      .command(trigger)
      .argument('<uuid>', 'the company', readUuid)
      .description(`${trigger} a company`)
      .option('--reason <reason>', 'kept in the audit log')
      .option('--json', 'print JSON')
      .action(async (uuid: string, options: Output & { reason?: string }) => {
        const tenant = await change((ctx) => moveTenant(ctx, uuid, trigger, options.reason))
        print(options, shown(tenant), `${tenant.title} is ${tenant.status}.`)
      })
  return command
}
