import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../api/query.ts'
import { daysAsked, usePatchSearch } from '../../search.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { auditTitle, auditWords } from '../../ui/audit-words.ts'
import { CsvLink } from '../../ui/download.tsx'
import { DayFilter, Filters, TextFilter } from '../../ui/filters.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { terms } from '../../ui/words.ts'
import { logPath, LogTable, type LogFilter } from './log-table.tsx'

/** Everything that was done in any company, and beside them. */

const page = getRouteApi('/signed-in/operator/log')

/** Actions that read the same are one choice. */
const choices = [...Map.groupBy(Object.keys(auditWords), (action) => auditTitle(action, {}))]
  .map(([label, actions]) => ({ value: actions.join(','), label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

export function Log() {
  const { page: number = 1, company, action, from, to } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const found = useFound(company)
  const [only, another] = found ?? []
  const isVague = company !== undefined && (only === undefined || another !== undefined)
  const filter: LogFilter = {
    ...(only && !another && { 'filter[company]': only.uuid }),
    ...(action !== undefined && { 'filter[action]': action.split(',') }),
    ...daysAsked(from, to),
  }
  return (
    <>
      <PageHeader
        title={terms.activityLog}
        says="Who did what, in every company. Without dates, the last three months."
        actions={!isVague && <CsvLink href={`${logPath}.csv`} by={filter} />}
      />
      <Card flush>
        <LogFilters />
        {isVague && found && <Which found={found} onPick={(number) => patch({ company: number })} />}
        {!isVague && (
          <LogTable
            page={number}
            filter={filter}
            onPage={(number) => patch({ page: number })}
            empty="No matching activity"
          />
        )}
      </Card>
    </>
  )
}

interface Found {
  readonly uuid: string
  readonly title: string
  readonly customer_number: number
}

/** Companies that what was typed may mean: one that is called or numbered exactly so, or all that fit. */
function useFound(typed: string | undefined): readonly Found[] | undefined {
  const { data } = useQuery({
    ...read('/portal/operator/companies', { params: { query: { per_page: 10, 'filter[search]': typed ?? '-' } } }),
    enabled: typed !== undefined,
  })
  if (typed === undefined) return []
  const exact = data?.data.find(({ title, customer_number }) => title === typed || String(customer_number) === typed)
  return exact ? [exact] : data?.data
}

function LogFilters() {
  const { company, action, from, to } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const filtered = [company, action, from, to].some((value) => value !== undefined)
  const nothing = { company: undefined, action: undefined, from: undefined, to: undefined }
  return (
    <Filters label="Filter log" onClear={filtered ? () => patch(nothing) : undefined}>
      <TextFilter
        label="Company"
        placeholder="Company or its number"
        icon="search"
        className="w-full sm:w-52"
        value={company}
        onChange={(value) => patch({ company: value })}
      />
      <div className="w-full sm:w-64">
        <Combobox
          label="Activity"
          placeholder="Any activity"
          options={choices}
          value={action ?? null}
          onChange={(value) => patch({ action: value ?? undefined })}
        />
      </div>
      <DayFilter label="From" value={from} onChange={(value) => patch({ from: value })} />
      <DayFilter label="To" value={to} onChange={(value) => patch({ to: value })} />
    </Filters>
  )
}

function Which({ found, onPick }: { readonly found: readonly Found[]; readonly onPick: (number: string) => void }) {
  return (
    <div className="px-4 py-6 text-sm">
      <p className="text-soft">{found.length === 0 ? 'No matching company.' : 'Which of them?'}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {found.map(({ uuid, title, customer_number }) => (
          <Button key={uuid} small onClick={() => onPick(String(customer_number))}>
            {title}
          </Button>
        ))}
      </div>
    </div>
  )
}
