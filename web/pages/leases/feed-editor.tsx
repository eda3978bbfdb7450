import type { ListedGeofeedLine as FeedLine, LeaseInFull as LeaseView } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useCountries } from '../../api/countries.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { useDraft } from '../../ui/draft/draft.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { blockOf, geofeedPath } from './lease-read.ts'

/** The lines of one lease's geofeed, all of them at once, as the API takes them. */

interface Row {
  readonly key: number
  readonly line: Partial<FeedLine>
}

interface FeedEditorProps {
  readonly lease: LeaseView
  readonly lines: readonly FeedLine[]
  readonly onDone: () => void
}

const mostLines = 256

const rowsOf = (lines: readonly Partial<FeedLine>[]): readonly Row[] => lines.map((line, key) => ({ key, line }))

export function FeedEditor({ lease, lines, onDone }: FeedEditorProps) {
  const { uuid: tenantUUID } = useCompany()
  const name = `feed:${lease.billing_service.uuid}`
  const [rows, setRows, kept] = useDraft(
    `${name}:lines`,
    rowsOf(lines.length > 0 ? lines : [{ notation: blockOf(lease) }]),
  )
  const save = useWrite(
    (wanted: readonly ReturnType<typeof typedLine>[]) =>
      api.PUT('/billing/v1/{tenantUUID}/market/ipv4/services/{serviceUUID}/geofeed', {
        params: { path: { tenantUUID, serviceUUID: lease.billing_service.uuid } },
        body: { lines: [...wanted] },
      }),
    { changes: [geofeedPath], inline: true, done: 'Geofeed updated.', onDone },
  )
  const add = () =>
    setRows([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, line: { notation: blockOf(lease) } }])
  return (
    <Form
      problem={save.problem}
      keeps={name}
      draft={kept}
      onSubmit={save.from((typed) => rows.map((_, i) => typedLine(typed, i)))}
    >
      {rows.map(({ key, line }, i) => (
        <LineFields
          key={key}
          line={line}
          index={i}
          onRemove={rows.length > 1 ? () => setRows(rows.filter((row) => row.key !== key)) : undefined}
        />
      ))}
      <div>
        <Button
          small
          icon="plus"
          onClick={add}
          why={rows.length >= mostLines ? `A lease can have up to ${mostLines} lines.` : undefined}
        >
          Add part of the block
        </Button>
      </div>
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" busy={save.busy}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}

function typedLine(typed: Typed, i: number) {
  const of = (name: string) => `lines.${i}.${name}`
  return {
    notation: typed.text(of('notation')),
    country_code: typed.text(of('country_code')),
    region_code: typed.textOrNull(of('region_code')),
    city_name: typed.textOrNull(of('city_name')),
    postal_code: typed.textOrNull(of('postal_code')),
  }
}

interface LineFieldsProps {
  readonly line: Partial<FeedLine>
  readonly index: number
  readonly onRemove: (() => void) | undefined
}

function LineFields({ line, index, onRemove }: LineFieldsProps) {
  const of = (name: string) => `lines.${index}.${name}`
  const options = useCountries()?.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 border-b border-line pb-4 sm:grid-cols-[1.3fr_1.5fr_0.8fr_1fr_0.9fr_auto]">
      <legend className="sr-only">Line {index + 1}</legend>
      <Field name={of('notation')} label="Block">
        <Input mono required maxLength={64} defaultValue={line.notation} />
      </Field>
      <Field name={of('country_code')} label="Country">
        <Combobox name={of('country_code')} required options={options} defaultValue={line.country_code ?? null} />
      </Field>
      <Field name={of('region_code')} label="Region" optional>
        <Input maxLength={6} placeholder="NL-NH" defaultValue={line.region_code ?? ''} />
      </Field>
      <Field name={of('city_name')} label="City" optional>
        <Input maxLength={128} defaultValue={line.city_name ?? ''} />
      </Field>
      <Field name={of('postal_code')} label="Postcode" optional>
        <Input maxLength={20} defaultValue={line.postal_code ?? ''} />
      </Field>
      {onRemove && (
        <IconButton icon="trash" label={`Remove line ${index + 1}`} onClick={onRemove} className="self-end" />
      )}
    </fieldset>
  )
}
