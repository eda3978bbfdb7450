import pg from 'pg'

/**
 * What loading a dump does, without the program: into the same schema, under an empty search path, functions are defined
 * anew, rows are written table by table past the check constraints, and only then come indexes, keys and triggers.
 */
export async function copyAsRestoreDoes(from: string, into: string): Promise<void> {
  const source = await withoutSearchPath(from)
  const target = await withoutSearchPath(into)
  try {
    for (const { text } of await read(source, functions)) await target.query(text)
    const later = await read(source, afterTheRows)
    for (const { undo } of later.toReversed()) await target.query(undo)
    for (const table of await read(source, tables)) await copyTable(source, target, table)
    for (const { text } of later) await target.query(text)
    for (const { text } of await read(source, sequences)) await target.query(text)
  } finally {
    await source.end()
    await target.end()
  }
}

export async function withoutSearchPath(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select set_config('search_path', '', false), set_config('check_function_bodies', 'off', false)`)
  return client
}

type Row = Readonly<Record<'text' | 'undo' | 'name' | 'columns' | 'values', string>>

async function read(client: pg.Client, query: string): Promise<Row[]> {
  return (await client.query<Row>(query)).rows
}

const ours = `n.nspname in ('public', 'graphile_worker')`

const functions = `
  select pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours}`

/** Indexes first, then keys that are indexes, then what refers to them. */
const afterTheRows = `
  select text, undo from (
    select 1 as place, x.oid, pg_get_indexdef(x.oid) as text, format('drop index %I.%I', n.nspname, x.relname) as undo
    from pg_index i join pg_class x on x.oid = i.indexrelid join pg_namespace n on n.oid = x.relnamespace
    where ${ours} and not exists (select from pg_constraint k where k.conindid = x.oid)
    union all
    select case k.contype when 'f' then 3 else 2 end, k.oid,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)),
      format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname)
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and k.contype in ('p', 'u', 'x', 'f')
    union all
    select 4, t.oid, pg_get_triggerdef(t.oid), format('drop trigger %I on %I.%I', t.tgname, n.nspname, c.relname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and not t.tgisinternal
  ) object order by place, oid`

const tables = `
  select format('%I.%I', n.nspname, c.relname) as name,
    string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
    string_agg(format('(r).%I', a.attname), ', ' order by a.attnum) as values
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where ${ours} and c.relkind in ('r', 'p') group by n.nspname, c.relname order by 1`

const sequences = `
  select format('select setval(%L, %s)', format('%I.%I', schemaname, sequencename), last_value) as text
  from pg_sequences where schemaname in ('public', 'graphile_worker') and last_value is not null`

/** Each row as its text, which is what a dump holds of it. */
async function copyTable(source: pg.Client, target: pg.Client, { name, columns, values }: Row): Promise<void> {
  const rows = await read(source, `select t::text as text from ${name} t`)
  await target.query(`delete from ${name}`)
  await target.query(
    `insert into ${name} (${columns}) overriding system value select ${values} from unnest($1::text[]) l (line),
     lateral (select l.line::${name} as r offset 0) line`,
    [rows.map(({ text }) => text)],
  )
}
