import { textArray, uuidArray } from '../../kernel/db/arrays.ts'
import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { PayoutFileTable } from '../../kernel/db/rows.gen.ts'
import type { BankAccount } from '../bank/account.rules.ts'
import { payoutColumns, type Creditor, type Payout } from './payout.store.ts'

export interface PayoutFile extends Omit<PayoutFileTable, 'debtor'> {
  readonly debtor: BankAccount
}

/** What waits to be sent and is in no file, alone with it until the transaction ends. */
export async function lockUnfiled(ctx: Context, most: number): Promise<(Payout & { readonly holder: string })[]> {
  return query<Payout & { holder: string }>`
    select ${payoutColumns}, t.title as holder from payout p join tenant t on t.uuid = p.tenant_uuid
    where p.status = 'pending' and p.file_uuid is null order by p.created_at, p.uuid limit ${most} for update of p`.rows(
    ctx,
  )
}

export async function insertFile(ctx: Context, file: PayoutFile): Promise<void> {
  await insertAll(ctx, 'payout_file', [file])
}

/** Which payouts are in it, each with the account it goes to. */
export async function putIntoFile(
  ctx: Context,
  file: string,
  payouts: readonly { readonly uuid: string; readonly creditor: Creditor }[],
): Promise<void> {
  await query`
    update payout set file_uuid = ${file}, creditor = filed.creditor::jsonb
    from unnest(${uuidArray(payouts.map(({ uuid }) => uuid))},
      ${textArray(payouts.map(({ creditor }) => JSON.stringify(creditor)))}) as filed (subject, creditor)
    where uuid = filed.subject and file_uuid is null and status = 'pending'`.changes(payouts.length, ctx)
}

export async function findFile(ctx: Context, uuid: string): Promise<PayoutFile | undefined> {
  return query<PayoutFile>`select * from payout_file where uuid = ${uuid}`.one(ctx)
}

/** By their numbers. */
export async function payoutsInFile(ctx: Context, file: string): Promise<Payout[]> {
  return query<Payout>`
    select ${payoutColumns} from payout p where p.file_uuid = ${file} order by p.number`.rows(ctx)
}

interface ListedFile extends PayoutFile {
  readonly pending: number
}

/** The latest first. */
export async function listFiles(
  ctx: Context,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: ListedFile[]; total: number }> {
  const rows = await query<ListedFile>`
    select f.*, (select count(*) from payout p where p.file_uuid = f.uuid and p.status = 'pending') as pending
    from payout_file f order by f.created_at desc, f.uuid desc limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total from payout_file`.only(ctx)
  return { rows, total }
}
