import { textArray, uuidArray } from '../../kernel/db/arrays.ts'
import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import type { TerminationRequestTable } from '../../kernel/db/rows.gen.ts'
import { all, query } from '../../kernel/db/query.ts'

export type TerminationRequest = TerminationRequestTable

export async function insertRequest(ctx: Context, request: TerminationRequest): Promise<void> {
  await insertAll(ctx, 'termination_request', [request])
}

export async function findRequest(ctx: Context, uuid: string): Promise<TerminationRequest | undefined> {
  return query<TerminationRequest>`select * from termination_request where uuid = ${uuid}`.one(ctx)
}

/** The one that is neither done nor refused nor withdrawn, of each of these subscriptions. */
export async function openRequestsOf(ctx: Context, subscriptions: readonly string[]): Promise<TerminationRequest[]> {
  const rows = await query<TerminationRequest>`
    select * from termination_request
    where subscription_uuid = any(${uuidArray(subscriptions)}) and status in ('pending', 'approved')`.rows(ctx)
  return rows
}

interface RequestsWish {
  /** All companies' where it is left out. */
  readonly tenant?: string
  readonly status: readonly TerminationRequest['status'][]
  readonly descending: boolean
  readonly perPage: number
  readonly offset: number
}

/** A page of requests in the order in which they were made, and how many there are. */
export async function listRequests(
  ctx: Context,
  { tenant, status, descending, ...page }: RequestsWish,
): Promise<{ rows: TerminationRequest[]; total: number }> {
  const conditions = all([
    ...(tenant === undefined ? [] : [query`tenant_uuid = ${tenant}`]),
    ...(status.length === 0 ? [] : [query`status = any(${textArray(status)})`]),
  ])
  const matching = query`from termination_request where ${conditions}`
  return pageOfList(ctx, page, {
    keys: [query`requested_at`, query`uuid`].map((by) => ({ by, descending })),
    total: counted(query<{ total: number }>`select count(*) as total ${matching}`),
    rows: (asked, { order, most, skip }) =>
      query<TerminationRequest>`select * ${matching} ${order} limit ${most} offset ${skip}`.planned(asked),
  })
}

export type LabelledRequest = TerminationRequest & { readonly company: string; readonly block: string }

/** Each with what its company and its block are called: for those who look at all of them. */
export async function labelRequests(ctx: Context, requests: readonly TerminationRequest[]): Promise<LabelledRequest[]> {
  const rows = await query<{ uuid: string; company: string; block: string }>`
    select s.uuid, t.title as company, s.name as block
    from subscription s
    join tenant t on t.uuid = s.tenant_uuid
    where s.uuid = any(${uuidArray(requests.map((request) => request.subscription_uuid))})`.rows(ctx)
  const labels = new Map(rows.map(({ uuid, company, block }) => [uuid, { company, block }]))
  return requests.map((request) => ({
    ...request,
    ...(labels.get(request.subscription_uuid) ?? { company: '', block: '' }),
  }))
}

/** Nothing of it renews past this; nothing: nothing was given notice of. */
export async function setExpiry(ctx: Context, subscription: string, expiresAt: Date | null): Promise<void> {
  await query`update subscription set expires_at = ${expiresAt} where uuid = ${subscription}`.changed(ctx)
}

export async function setDecision(
  ctx: Context,
  uuid: string,
  { earlyExit, effectiveAt }: { readonly earlyExit: number; readonly effectiveAt: Date | null },
): Promise<void> {
  await query`update termination_request set decided_at = ${ctx.now}, early_exit_minor = ${earlyExit},
    effective_at = ${effectiveAt} where uuid = ${uuid}`.changed(ctx)
}
