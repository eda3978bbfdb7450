import { getRouteApi } from '@tanstack/react-router'
import { usePatchSearch } from '../../../search.ts'
import { CsvLink } from '../../../ui/download.tsx'
import { Card } from '../../../ui/page.tsx'
import { CompanyHead } from './head.tsx'
import { logPath, LogTable } from '../log-table.tsx'

/** Everything that was done for a company or with it, and by whom. */

const page = getRouteApi('/signed-in/operator/companies/$tenant/log')

export function CompanyLog() {
  const { tenant } = page.useParams()
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<{ page: number }>()
  const filter = { 'filter[company]': tenant, 'filter[date_from]': 0 }
  return (
    <>
      <CompanyHead tenant={tenant} />
      <Card flush actions={<CsvLink small href={`${logPath}.csv`} by={filter} />}>
        <LogTable page={number} filter={filter} onPage={(number) => patch({ page: number })} empty="No activity yet" />
      </Card>
    </>
  )
}
