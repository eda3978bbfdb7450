import type pg from 'pg'

/** Whose each prefix is that is kept as wrong, as a look at it would say: for tests that write down health by hand. */
export async function knowOwners(pool: pg.Pool): Promise<void> {
  await pool.query(`update prefix_health h set
    holder_uuid = (select tenant_uuid from offer o where o.proven and o.block >>= h.block),
    lessee_uuid = (select l.tenant_uuid from allocation a join lease l on l.allocation_uuid = a.uuid
      where a.status = 'leased' and a.block >>= h.block and l.status <> 'terminated' and l.holder_uuid <> l.tenant_uuid)
    where severity <> 'ok'`)
}
