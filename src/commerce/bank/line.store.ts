import { textArray, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { BankLineTable } from '../../kernel/db/rows.gen.ts'
import type { Order } from '../order/order.store.ts'

/** The day as `2026-11-17`: a day without a zone is no moment. */
export interface BankLine extends Omit<BankLineTable, 'received_on'> {
  readonly received_on: string
}

const columns = query`b.uuid, b.source, b.account, b.bank_key, b.status, b.amount_minor, b.currency,
  to_char(b.received_on, 'YYYY-MM-DD') as received_on, b.payer, b.payer_account, b.reference, b.remittance, b.order_uuid,
  b.tenant_uuid, b.credited_minor, b.reason, b.created_at, b.settled_at`

export type NewBankLine = Pick<
  BankLine,
  | 'uuid'
  | 'source'
  | 'account'
  | 'bank_key'
  | 'amount_minor'
  | 'currency'
  | 'received_on'
  | 'payer'
  | 'payer_account'
  | 'reference'
  | 'remittance'
>

/** Those that were not there before; who comes second with the same one waits, and then finds it. */
export async function insertLines(ctx: Context, lines: readonly NewBankLine[]): Promise<string[]> {
  if (lines.length === 0) return []
  const rows = await query<{ uuid: string }>`
    insert into bank_line (uuid, source, account, bank_key, status, amount_minor, currency, received_on, payer,
      payer_account, reference, remittance, created_at)
    select uuid, source, account, bank_key, 'open', amount_minor, currency, received_on::date, payer, payer_account,
      reference, remittance, ${ctx.now}::timestamptz
    from unnest(${uuidArray(lines.map(({ uuid }) => uuid))}, ${textArray(lines.map(({ source }) => source))},
      ${textArray(lines.map(({ account }) => account))}, ${textArray(lines.map(({ bank_key }) => bank_key))},
      ${wholeArray(lines.map(({ amount_minor }) => amount_minor))}, ${textArray(lines.map(({ currency }) => currency))},
      ${textArray(lines.map(({ received_on }) => received_on))}, ${textArray(lines.map(({ payer }) => payer))},
      ${textArray(lines.map(({ payer_account }) => payer_account))}, ${textArray(lines.map(({ reference }) => reference))},
      ${textArray(lines.map(({ remittance }) => remittance))})
      as line (uuid, source, account, bank_key, amount_minor, currency, received_on, payer, payer_account, reference,
        remittance)
    order by account, bank_key
    on conflict (account, bank_key) do nothing returning uuid`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}

export async function findLine(ctx: Context, uuid: string): Promise<BankLine | undefined> {
  return query<BankLine>`select ${columns} from bank_line b where b.uuid = ${uuid}`.one(ctx)
}

/** Alone with it until the transaction ends. */
export async function lockLine(ctx: Context, uuid: string): Promise<BankLine | undefined> {
  const rows = await query<BankLine>`select ${columns} from bank_line b where b.uuid = ${uuid} for update`.rows(ctx)
  return rows[0]
}

/** By what a bank calls them. */
export async function linesByKey(
  ctx: Context,
  keys: readonly { readonly account: string; readonly key: string }[],
): Promise<BankLine[]> {
  return query<BankLine>`
    select ${columns} from unnest(${textArray(keys.map(({ account }) => account))},
      ${textArray(keys.map(({ key }) => key))}) with ordinality as wanted (account, key, place)
    join bank_line b on b.account = wanted.account and b.bank_key = wanted.key order by wanted.place`.rows(ctx)
}

interface LinesWish {
  readonly status: BankLine['status'] | null
  readonly perPage: number
  readonly offset: number
}

/** The latest first. */
export async function listLines(
  ctx: Context,
  { status, perPage, offset }: LinesWish,
): Promise<{ rows: BankLine[]; total: number }> {
  const wanted = status === null ? query`bank_line b` : query`bank_line b where b.status = ${status}`
  const rows = await query<BankLine>`
    select ${columns} from ${wanted} order by b.received_on desc, b.uuid desc limit ${perPage} offset ${offset}`.planned(
    ctx,
  )
  const [counted] = await query<{ total: number }>`select count(*) as total from ${wanted}`.planned(ctx)
  return { rows, total: counted?.total ?? 0 }
}

export type FoundOrder = Pick<Order, 'uuid' | 'tenant_uuid' | 'kind' | 'status' | 'total_minor' | 'credits_minor'> & {
  readonly company: string
}

/** Orders between these uuids, which is how references name them: one each, or none. */
export async function ordersBetween(
  ctx: Context,
  ranges: readonly { readonly first: string; readonly last: string }[],
): Promise<(FoundOrder & { readonly place: number })[]> {
  if (ranges.length === 0) return []
  return query<FoundOrder & { place: number }>`
    select wanted.place::integer as place, o.uuid, o.tenant_uuid, o.kind, o.status, o.total_minor, o.credits_minor,
      t.title as company
    from unnest(${uuidArray(ranges.map(({ first }) => first))}, ${uuidArray(ranges.map(({ last }) => last))})
      with ordinality as wanted (first, last, place)
    cross join lateral (
      select * from sales_order where uuid between wanted.first and wanted.last order by uuid limit 1
    ) o join tenant t on t.uuid = o.tenant_uuid`.rows(ctx)
}
