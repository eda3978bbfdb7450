import { Command } from 'commander'
import {
  createAppKey,
  knownScopes,
  restrictByClientId,
  revokeByClientId,
  rotateByClientId,
  rotateSigningKey,
  shortForm,
  showAppKeys,
} from '../../identity/index.ts'
import { Problem } from '../../kernel/problems.ts'
import { StartRefusal } from '../../kernel/refusal.ts'
import { change, look, print, table, readUuid, type Output } from './run.ts'

function readScopes(text: string): string[] {
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== '')
  const unknown = scopes.filter((scope) => !knownScopes.includes(scope))
  if (scopes.length === 0 || unknown.length > 0)
    throw new StartRefusal(`Unknown scopes: ${unknown.join(', ') || '(none given)'}. Known: ${knownScopes.join(', ')}.`)
  return scopes
}

function printSecret(output: Output, key: { client_id: string; scopes: string[] }, client_secret: string): void {
  const { client_id, scopes } = key
  print(
    output,
    { client_id, client_secret, scopes },
    `client_id      ${client_id}\nclient_secret  ${client_secret}   (shown only now)\nscopes         ${scopes.join(' ')}`,
  )
}

export function keyCommand(): Command {
  return new Command('key')
    .description('app keys, with which programs get tokens')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(allowCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand())
}

function createCommand(): Command {
  return new Command('create')
    .description('create an app key; the secret is printed once')
    .requiredOption('--tenant <uuid>', 'the company', readUuid)
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <scopes>', `separated by spaces: ${knownScopes.join(' ')}`)
    .option('--allow <addresses...>', 'the only addresses and prefixes it may be used from')
    .option('--json', 'print JSON')
    .action(async (options: Output & { tenant: string; name: string; scopes: string; allow?: string[] }) => {
      const { tenant, name } = options
      const wanted = { name, scopes: readScopes(options.scopes), allowed: places(options.allow) }
      const { key, clientSecret } = await change((ctx) => createAppKey(ctx, tenant, wanted)).catch(inRows)
      printSecret(options, key, clientSecret)
    })
}

/** Separated by spaces or commas, in one word or in several. */
const places = (given: readonly string[] = []): string[] =>
  given.flatMap((text) => text.split(/[\s,]+/)).filter((place) => place !== '')

/** What is wrong with each of them, a line each. */
function inRows(error: unknown): never {
  const faults = error instanceof Problem ? Object.values(error.fields ?? {}).flat() : []
  throw faults.length > 0 ? new StartRefusal(faults.join('\n')) : error
}

function allowCommand(): Command {
  return new Command('allow')
    .argument('<client_id>')
    .argument('[addresses...]', 'addresses and prefixes; none: from anywhere')
    .description('say from where an app key and its tokens may be used')
    .option('--json', 'print JSON')
    .action(async (clientId: string, given: string[], options: Output) => {
      const { allowed } = await change((ctx) => restrictByClientId(ctx, clientId, places(given))).catch(inRows)
      const from = allowed.map(shortForm)
      const answer = { client_id: clientId, allowed_addresses: from }
      print(options, answer, `${clientId} may be used from ${from.length === 0 ? 'anywhere' : from.join(', ')}.`)
    })
}

function listCommand(): Command {
  return new Command('list')
    .description("list a company's app keys")
    .requiredOption('--tenant <uuid>', 'the company', readUuid)
    .option('--json', 'print JSON')
    .action(async (options: Output & { tenant: string }) => {
      const query = { tenant: options.tenant, status: [], search: null, sort: [], perPage: 100_000, offset: 0 }
      const { rows } = await look((ctx) => showAppKeys(ctx, query))
      const keys = rows.map((key) => ({
        client_id: key.client_id,
        name: key.name,
        scopes: key.scopes,
        allowed_addresses: key.allowed.map(shortForm),
        created_at: key.created_at,
        expires_at: key.expires_at,
        last_used_at: key.last_used_at,
        last_used_from: key.last_used_from,
        revoked_at: key.revoked_at,
      }))
      const time = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? null
      const cells = keys.map((key) => [
        key.client_id,
        key.name,
        key.scopes.join(' '),
        key.allowed_addresses.join(' ') || 'anywhere',
        time(key.created_at),
        time(key.expires_at),
        time(key.last_used_at),
        key.last_used_from,
        time(key.revoked_at),
      ])
      const head = ['client_id', 'name', 'scopes', 'allowed', 'created', 'ends', 'last used', 'from', 'revoked']
      print(options, keys, table(head, cells))
    })
}

function rotateCommand(): Command {
  return new Command('rotate')
    .argument('<client_id>')
    .description('give an app key a second secret; end the old one in the portal')
    .option('--json', 'print JSON')
    .action(async (clientId: string, options: Output) => {
      const { key, clientSecret } = await change((ctx) => rotateByClientId(ctx, clientId))
      printSecret(options, key, clientSecret)
    })
}

function revokeCommand(): Command {
  return new Command('revoke')
    .argument('<client_id>')
    .description('end an app key and its tokens, on every node, within a second')
    .option('--json', 'print JSON')
    .action(async (clientId: string, options: Output) => {
      const { revoked_at } = await change((ctx) => revokeByClientId(ctx, clientId))
      print(options, { client_id: clientId, revoked_at }, `${clientId} is revoked.`)
    })
}

export function signingKeyCommand(): Command {
  const command = new Command('signing-key').description('keys that access tokens are signed with')
  command
    .command('rotate')
    .description('publish a new key now; it signs from an hour later, and no token is refused')
    .option('--json', 'print JSON')
    .action(async (options: Output) => {
      const kid = await change((ctx) => rotateSigningKey(ctx))
      print(options, { kid }, `New signing key ${kid}.`)
    })
  return command
}
