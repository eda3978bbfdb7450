/** Who waits for a lock in this database: others of the same PostgreSQL have their own to wait for. */
export const whoWaits = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
