import type pg from 'pg'

/** What the database says about itself: the source of the dumped schema and of the row types. */

export interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly standard: string | null
  /** The database computes it from the row's other columns; `standard` is how. */
  readonly computed: boolean
}

export interface Catalogue {
  readonly columns: readonly Column[]
  readonly constraints: ReadonlyArray<{ table: string; name: string; definition: string }>
  readonly indexes: ReadonlyArray<{ table: string; definition: string }>
  readonly functions: readonly string[]
  readonly triggers: ReadonlyArray<{ table: string; definition: string }>
  readonly sequences: readonly string[]
  readonly views: ReadonlyArray<{ name: string; definition: string }>
  readonly comments: ReadonlyMap<string, string>
}

const ours = `c.relnamespace = 'public'::regnamespace`

export async function readCatalogue(pool: pg.Pool): Promise<Catalogue> {
  const all = async <R extends pg.QueryResultRow>(text: string) => (await pool.query<R>(text)).rows
  const comments = await all<{ name: string; comment: string }>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as comment from pg_class c
     where ${ours} and c.relkind in ('r', 'v') and obj_description(c.oid, 'pg_class') is not null`,
  )
  return {
    columns: await all<Column>(
      `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         not a.attnotnull as nullable,
         coalesce(pg_get_expr(d.adbin, d.adrelid), case when a.attidentity <> '' then 'identity' end) as standard,
         a.attgenerated <> '' as computed
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where ${ours} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`,
    ),
    constraints: await all(
      `select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       where ${ours} and k.contype <> 'n' order by c.relname, k.contype desc, k.conname`,
    ),
    indexes: await all(
      `select c.relname as "table", pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
       where ${ours} and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by c.relname, x.relname`,
    ),
    functions: (
      await all<{ definition: string }>(
        `select pg_get_functiondef(p.oid) as definition from pg_proc p where p.pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname`,
      )
    ).map((row) => row.definition),
    triggers: await all(
      `select c.relname as "table", pg_get_triggerdef(t.oid) as definition from pg_trigger t
       join pg_class c on c.oid = t.tgrelid where ${ours} and not t.tgisinternal order by c.relname, t.tgname`,
    ),
    sequences: (
      await all<{ name: string }>(
        `select c.relname as name from pg_class c where ${ours} and c.relkind = 'S'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i') order by 1`,
      )
    ).map((row) => row.name),
    views: await all(
      `select c.relname as name, pg_get_viewdef(c.oid) as definition from pg_class c
       where ${ours} and c.relkind = 'v' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       order by 1`,
    ),
    comments: new Map(comments.map((row) => [row.name, row.comment])),
  }
}
