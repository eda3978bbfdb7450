import type { QueryResult, RawBuilder } from 'kysely'
import type { Db } from './pool.ts'
import { keepPrepared } from './statements.ts'

/** A statement whose text never varies: planned once per connection, since planning costs more than a few rows. */
export function steady<R>({ db }: { readonly db: Db }, statement: RawBuilder<R>): Promise<QueryResult<R>> {
  const query = statement.compile(db)
  keepPrepared(query.sql)
  return db.executeQuery(query)
}
