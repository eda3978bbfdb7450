import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The third law: a store names only tables of its own slice, or of slices to its left. */

/** Made by migrations that are not named after a slice. */
const others: Readonly<Record<string, string>> = { lease_term: 'market', renewal_step: 'commerce' }

/** Also under another name. */
const made = /(?:create table|create view|alter table \w+ rename to) (\w+)/g

/** Whose each table or view is: of the slice that the migration which makes it is named after. */
export function tableOwners(folder: string): Map<string, string> {
  const owners = new Map<string, string>()
  for (const name of readdirSync(folder)) {
    const slice = name.replace('.sql', '').split('_')[1] ?? ''
    for (const [, table = ''] of readFileSync(join(folder, name), 'utf8').matchAll(made))
      owners.set(table, others[table] ?? slice)
  }
  return owners
}

const naming = /\b(?:from|join|into|update|using) +"?(\w+)|\binsert(?:All|Later)\(\w+, '(\w+)'/g

export function foreignTables(
  { text, slice }: { readonly text: string; readonly slice: string },
  owners: ReadonlyMap<string, string>,
  slices: readonly string[],
): string[] {
  const named = new Set([...text.matchAll(naming)].map(([, ...names]) => names.join('')))
  return [...named]
    .filter((table) => slices.indexOf(owners.get(table) ?? '') > slices.indexOf(slice))
    .map((table) => `names the table ${table} of ${owners.get(table)}, which stands below ${slice}`)
}
