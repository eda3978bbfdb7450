import pg from 'pg'

export const databaseName = 'sublet'
export const userName = 'sublet'
export const port = 5432

export function socketUrl(folder: string, socketPort: number = port): string {
  return `postgresql://${userName}@/${databaseName}?host=${encodeURIComponent(folder)}&port=${socketPort}`
}

type Answer = { readonly answers: false } | { readonly answers: true; readonly starter: number | null }

const tooManyConnections = '53300'

/** Asks a PostgreSQL whether it serves, and which process started it. */
export async function ask(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 3000 })
  // A connection that breaks between two awaits would otherwise be an unhandled error event.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const result = await client.query<{ starter: string | null }>(
      `select current_setting('sublet.starter', true) as starter`,
    )
    const starter = Number(result.rows[0]?.starter)
    return { answers: true, starter: starter > 0 ? starter : null }
  } catch (error) {
    const full = error instanceof pg.DatabaseError && error.code === tooManyConnections
    return full ? { answers: true, starter: null } : { answers: false }
  } finally {
    await client.end().catch(() => undefined)
  }
}
