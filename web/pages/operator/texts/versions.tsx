import { useQuery } from '@tanstack/react-query'
import type { SiteTextVersion } from '../../../../client/portal.gen.ts'
import { read } from '../../../api/query.ts'
import type { TextKind } from '../../../api/site-texts.ts'
import { TextLink } from '../../../ui/link.tsx'
import { Card } from '../../../ui/page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { None, Time } from '../../../ui/values.tsx'

const columns: readonly Column<SiteTextVersion>[] = [
  {
    title: 'Version',
    cell: ({ kind, version }) =>
      kind === 'terms' ? (
        <TextLink to="/terms" search={{ version }}>
          {version}
        </TextLink>
      ) : (
        version
      ),
  },
  { title: 'Published', cell: ({ published_at }) => <Time of={published_at} /> },
  { title: 'By', wide: true, cell: ({ publisher }) => publisher ?? <None /> },
  {
    title: 'Acceptance',
    wide: 'below',
    cell: ({ must_accept }) => (must_accept ? 'Asked of everybody' : <None />),
  },
]

/** The 25 newest. */
export function Versions({ kind }: { readonly kind: TextKind }) {
  const versions = useQuery(
    read('/portal/operator/texts/{textKind}/versions', { params: { path: { textKind: kind } } }),
  )
  return (
    <Card flush title="Versions">
      <Table
        label="Versions"
        query={versions}
        columns={columns}
        rowKey={({ version }) => String(version)}
        empty={<EmptyState icon="book" title="Nothing has been published yet" />}
      />
    </Card>
  )
}
