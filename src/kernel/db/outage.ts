import pg from 'pg'

/** The ways in which the database can be away. */

/** A connection that owed an answer and did not give it. */
export class SilentConnection extends Error {
  constructor() {
    super('the database has not answered in time')
  }
}

/** A standby, or a primary that was told to take no writes. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('it accepts no writes: it is a standby, or set to read only')
  }
}

/** The connection was lost between the commit and its answer. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('nobody knows whether it was committed', { cause })
  }
}

/** The five-character SQLSTATE of a database error, or ''. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

/** What a server that has become a standby says to a write. */
export const readOnlyState = '25006'

const ours = [SilentConnection, ReadOnlyDatabase, OutcomeUnknown]
const broken = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
const words =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|client has encountered a connection error|not queryable/i

/** Cancelled by statement_timeout, out of connections, shutting down, silent, read only, or not there: "try again later". */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state === '57014' || state === readOnlyState || /^(57P|53|08)/.test(state)) return true
  if (!(error instanceof Error)) return false
  if (ours.some((kind) => error instanceof kind)) return true
  return broken.has((error as NodeJS.ErrnoException).code ?? '') || words.test(error.message)
}
