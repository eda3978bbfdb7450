import { promise, type Invariant } from '../kernel/invariants.ts'
import { query } from '../kernel/db/query.ts'

/** What webhooks promise across rows. */

const secretsLive = promise(
  'a webhook endpoint has one or two live secrets, and none once it is removed',
  query`webhook_endpoint`,
  query`select format('endpoint %s is %s and has %s live secrets', e.uuid, e.status, s.live) as breach
    from webhook_endpoint e
    cross join lateral (select count(*) as live from webhook_secret s
      where s.endpoint_uuid = e.uuid and s.ended_at is null) s
    where case e.status when 'removed' then s.live > 0 else s.live not in (1, 2) end`,
)

/** Nodes that count beside each other may each add what they tell together. */
const most = 11_000

const waitingBounded = promise(
  'what waits for a webhook endpoint waits for one that may get it, and is hardly more than 10,000',
  query`webhook_delivery where status = 'waiting'`,
  query`select format('%s deliveries wait for endpoint %s, which is %s', count(*), e.uuid, e.status) as breach
    from webhook_delivery d join webhook_endpoint e on e.uuid = d.endpoint_uuid where d.status = 'waiting'
    group by e.uuid having e.status not in ('active', 'paused') or count(*) > ${most}`,
)

export const webhooksInvariants: readonly Invariant[] = [secretsLive, waitingBounded]
