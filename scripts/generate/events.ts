import { eventsBySlice } from '../../src/app/events.ts'
import { listeners } from '../../src/app/wiring.ts'
import type { TSchema } from '../../src/kernel/http/schema.ts'
import { publishedTypes } from '../../src/webhooks/index.ts'
import type { EventRow } from '../../src/kernel/work/event-table.ts'

/** `docs/generated/events.md`: every event, what it carries and who hears it. */
export function eventsPage(): string {
  const parts = Object.entries(eventsBySlice).map(
    ([slice, rows]) =>
      `## ${slice}\n\n| type | what happened | data | heard by |\n|---|---|---|---|\n${rows.map(line).join('\n')}\n`,
  )
  const families = [...new Set(publishedTypes.map((type) => `\`${type.split('.')[0]}.*\``))].toSorted()
  return `# Events\n\nWritten in the transaction of the change, told soon after, acted on once by each listener. A field is a text unless said otherwise; one with \`?\` may be absent.\n\nCompanies are told of these families by [webhooks](../../src/webhooks/README.md): ${families.join(', ')}.\n\n${parts.join('\n')}`
}

function line({ type, says, data }: EventRow): string {
  const heardBy = listeners.filter(({ hears }) => hears.includes(type)).map(({ name }) => `\`${name}\``)
  return `| \`${type}\` | ${says} | ${fieldsOf(data)} | ${heardBy.join(', ')} |`
}

const fieldsOf = ({ properties = {}, required = [] }: TSchema): string =>
  Object.entries(properties)
    .map(([name, schema]) => `\`${name}${required.includes(name) ? '' : '?'}\` ${shapeOf(schema)}`.trim())
    .join(', ')

/** Short: what is a text says nothing, and many values are a status, which `states.md` shows. */
function shapeOf(schema: TSchema): string {
  if (schema.anyOf) return schema.anyOf.map(shapeOf).filter(Boolean).join(' ')
  if (schema.items) return schema.items.properties ? `list of (${fieldsOf(schema.items)})` : 'list'
  const { enum: values = [] } = schema as { readonly enum?: readonly string[] }
  if (values.length > 0 && values.length <= 3) return values.map((value) => `“${value}”`).join(' or ')
  if (schema.type === 'null') return 'or null'
  return schema.type === 'string' ? '' : (schema.type ?? '')
}
