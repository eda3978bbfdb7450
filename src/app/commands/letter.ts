import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { StartRefusal } from '../../kernel/refusal.ts'
import {
  examine,
  publishedLetterKeys,
  rotateLetterKey,
  verifiersIn,
  verifyAddress,
  type Finding,
  type Verifiers,
} from '../../letters/index.ts'
import { loadConfig } from '../config.ts'
import { change, look, print, type Output } from './run.ts'

/** Letters of authorisation: whether a file is one of ours, and the keys that say so. */

interface Options extends Output {
  readonly keys?: string
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('check a letter of authorisation without asking anybody; exits 1 when it is not genuine')
    .argument('<file>', 'the PDF as it was downloaded')
    .option('--keys <file or url>', 'the published keys, /.well-known/letter-keys.json; else those of this database')
    .option('--json', 'print JSON')
    .action(async (file: string, options: Options) => {
      const bytes = await readFile(file).catch((error: Error) => {
        throw new StartRefusal(`${file} cannot be read: ${error.message}.`)
      })
      const finding = examine(bytes, options.keys === undefined ? await ownKeys() : await keysFrom(options.keys))
      print(options, answerOf(finding), wordsFor(finding))
      if (finding.is !== 'genuine') process.exitCode = 1
    })
}

/** Those of the database that is there; none is made for it. */
async function ownKeys(): Promise<Verifiers> {
  const { databaseUrl, dataDir } = loadConfig()
  if (databaseUrl === null && !existsSync(join(dataDir, 'postgres')))
    throw new StartRefusal(
      'There is no database here whose keys it could be checked with: give --keys and the address of letter-keys.json of a marketplace you trust, or a file you saved from there.',
    )
  return look(async (ctx) => verifiersIn({ keys: await publishedLetterKeys(ctx) }) ?? new Map())
}

const longestWait = 15_000

async function keysFrom(place: string): Promise<Verifiers> {
  const text = await (/^https?:\/\//i.test(place) ? fetched(place) : readFile(place, 'utf8')).catch((error: Error) => {
    throw new StartRefusal(`${place} cannot be read: ${error.message}.`)
  })
  const keys = parsed(text)
  if (!keys || keys.size === 0) throw new StartRefusal(`${place} holds no keys of letters.`)
  return keys
}

async function fetched(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(longestWait), headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`it answered ${answer.status}`)
  return answer.text()
}

function parsed(text: string): Verifiers | null {
  try {
    return verifiersIn(JSON.parse(text))
  } catch {
    return null
  }
}

const reasons: Record<Exclude<Finding['is'], 'genuine'>, string> = {
  no_letter: 'There is no signed statement of a letter in this file, or not one that is whole.',
  key_unknown: 'It claims to be signed by a key that is not among those given.',
  not_signed: 'The statement in this file is not the one that was signed.',
  page_changed:
    'The statement below was signed, but the file around it has been changed since: believe nothing else of what it shows.',
}

function answerOf(finding: Finding) {
  const statement = 'statement' in finding ? finding.statement : null
  return {
    genuine: finding.is === 'genuine',
    finding: finding.is,
    reason: finding.is === 'genuine' ? null : reasons[finding.is],
    key: statement?.key ?? ('key' in finding ? finding.key : null),
    statement,
    verify: statement && verifyAddress(statement),
  }
}

function wordsFor(finding: Finding): string {
  const head =
    finding.is === 'genuine' ? 'Genuine: this letter is as it was signed.' : `NOT GENUINE. ${reasons[finding.is]}`
  if (!('statement' in finding)) return 'key' in finding ? `${head}\nKey: ${finding.key}` : head
  const said = Object.entries(finding.statement).filter(([, value]) => value !== '')
  const lines = said.map(([fact, value]) => `  ${fact.padEnd(14)}  ${value}`)
  return [head, '', ...lines, '', `Whether it is in force now: ${verifyAddress(finding.statement)}`].join('\n')
}

export function letterKeyCommand(): Command {
  const command = new Command('letter-key').description('keys that letters of authorisation are signed with')
  command
    .command('rotate')
    .description('publish a new key now; it signs from an hour later, and old letters stay genuine')
    .option('--json', 'print JSON')
    .action(async (options: Output) => {
      const kid = await change(rotateLetterKey)
      print(options, { kid }, `New letter key ${kid}.`)
    })
  return command
}
