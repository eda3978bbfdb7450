import type { ReactNode } from 'react'
import { usePatchSearch } from '../search.ts'
import { Card, PageHeader, type PageHeaderProps } from './page.tsx'
import { Table, type TableProps } from './table.tsx'

interface ListProps<Row> extends Omit<TableProps<Row>, 'onPage' | 'onSort'> {
  /** What stands between its edge and the table. */
  readonly filters?: ReactNode
}

/** A table in a card of its own, with its page and its order in the address. */
export function List<Row>({ filters, ...table }: ListProps<Row>) {
  const patch = usePatchSearch<{ page: number; sort: string }>()
  return (
    <Card flush>
      {filters}
      <Table {...table} onPage={(page) => patch({ page })} onSort={(sort) => patch({ sort })} />
    </Card>
  )
}

interface ListPageProps<Row>
  extends Pick<PageHeaderProps, 'title' | 'says' | 'actions'>, Omit<ListProps<Row>, 'label'> {
  /** Where the title is not what the rows are. */
  readonly label?: string
  readonly tabs?: ReactNode
  /** What stands below the list. */
  readonly children?: ReactNode
}

/** A page that is one list. */
export function ListPage<Row>({ title, says, actions, label = title, tabs, children, ...list }: ListPageProps<Row>) {
  return (
    <>
      <PageHeader title={title} says={says} actions={actions} />
      {tabs}
      <List {...list} label={label} />
      {children}
    </>
  )
}
