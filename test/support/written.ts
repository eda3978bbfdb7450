import { Ajv, type ValidateFunction } from 'ajv'
import { Client } from 'pg'
import { eventsBySlice } from '../../src/app/events.ts'
import type { TSchema } from '../../src/kernel/http/schema.ts'
import { auditWords } from '../../web/ui/audit-words.ts'

/**
 * What a test file has left in its database is held against the tables: each event is declared and carries what its schema
 * says and nothing else, each action of the audit log has words.
 */

const ajv = new Ajv({ strict: false })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/)

const closed = (schema: TSchema): TSchema => ({
  ...schema,
  ...(schema.items ? { items: closed(schema.items) } : {}),
  ...(schema.anyOf ? { anyOf: schema.anyOf.map(closed) } : {}),
  ...(schema.properties
    ? {
        additionalProperties: false,
        properties: Object.fromEntries(Object.entries(schema.properties).map(([name, of]) => [name, closed(of)])),
      }
    : {}),
})

const checks: ReadonlyMap<string, ValidateFunction> = new Map(
  Object.values(eventsBySlice)
    .flat()
    .map(({ type, data }) => [type, ajv.compile(closed(data))]),
)

/** What is not as the schema says, or is there beyond it. */
export function schemaFault(schema: TSchema, value: unknown): string | undefined {
  return ajv.validate(closed(schema), value) ? undefined : ajv.errorsText()
}

/** Why it should not have been written. Events and actions of `test.…` are the tests' own. */
export function eventFault({ type, data }: { readonly type: string; readonly data: unknown }): string | undefined {
  const check = checks.get(type)
  if (!check) return type.startsWith('test.') ? undefined : `the event ${type} is not declared`
  return check(data) ? undefined : `the event ${type} ${ajv.errorsText(check.errors)}: ${JSON.stringify(data)}`
}

/** Of a long story the last thousand events of each type. */
const lastEvents = `select distinct type, data from (
    select type, data, row_number() over (partition by type order by happened_at desc) as place from outbox_event
  ) told where place <= 1000`

/** A test that has shut its database lets nobody look. */
const isShut = (error: unknown): boolean => (error as { readonly code?: string }).code === '55000'

export async function checkWritten(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl)
  try {
    await client.connect()
  } catch (error) {
    if (isShut(error)) return
    throw error
  }
  try {
    const events = await client.query<{ type: string; data: unknown }>(lastEvents)
    const actions = await client.query<{ action: string }>('select distinct action from audit_entry')
    const faults = [
      ...events.rows.map(eventFault).filter((fault) => fault !== undefined),
      ...actions.rows
        .filter(({ action }) => !(action in auditWords) && !action.startsWith('test.'))
        .map(({ action }) => `the action ${action} has no words in the audit log`),
    ]
    if (faults.length > 0) throw new Error(faults.join('\n'))
  } finally {
    await client.end()
  }
}
