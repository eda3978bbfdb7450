import { showTenant } from '../../identity/index.ts'
import { auditAll } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { commerceAudit } from '../commerce.events.ts'
import { asChecked, belongsTo, isInVies, readVatNumber, readVies, type VatStatus } from './vat.rules.ts'
import { insertVatCheck, listVatChecks, settleVat, uncheckedNumbers, type VatCheck } from './vat.store.ts'

/** VAT numbers: format and checksum here, and whether they are alive by whoever SUBLET_VAT_CHECK names. */

/** Registries of member states are slow; a job can wait. */
const patience = 15_000

export interface VatVerdict {
  readonly vat_number: string | null
  readonly vat_validation_status: VatStatus | null
  readonly vat_validated_at: Date | null
}

/** What an address, or the copy of one in a cart, says of its number. */
export interface KnownVat extends Omit<VatVerdict, 'vat_validated_at'> {
  readonly country_code: string
  readonly vat_validated_at: Date | string | null
}

/** What can be said at once; a number that is left `pending` is asked about by a job. */
export async function judgeVat(
  ctx: Context,
  tenant: string,
  given: { readonly vat_number: string | null; readonly country_code: string },
  known?: KnownVat,
): Promise<VatVerdict> {
  if (given.vat_number === null) return { vat_number: null, vat_validation_status: null, vat_validated_at: null }
  const number = readVatNumber(given.vat_number, given.country_code)
  if (known && staysKnown(known, number, given.country_code)) {
    const { vat_validation_status, vat_validated_at: at } = known
    return { vat_number: number, vat_validation_status, vat_validated_at: at === null ? null : new Date(at) }
  }
  const looks = await looksRight(number, given.country_code)
  // Nobody knows how numbers of that country look.
  if (looks === null) return { vat_number: number, vat_validation_status: 'failed', vat_validated_at: null }
  if (looks && asksAbout(ctx, number)) {
    await enqueue(ctx, checkVatNumber, { tenant, number }, { key: `vat-${tenant}-${number}` })
    return { vat_number: number, vat_validation_status: 'pending', vat_validated_at: null }
  }
  return { vat_number: number, vat_validation_status: looks ? 'valid' : 'invalid', vat_validated_at: ctx.now }
}

const asksAbout = ({ house: { config } }: Context, number: string): boolean =>
  config.vatCheck === 'url' || (config.vatCheck === 'vies' && isInVies(number))

/** A number that was found right, or is being asked about, stays so while it is the same. */
const staysKnown = (known: KnownVat, number: string, country: string): boolean =>
  known.vat_number === number &&
  known.country_code === country &&
  (known.vat_validation_status === 'valid' || known.vat_validation_status === 'pending')

/** Nothing where no rules are known for the country. */
async function looksRight(number: string, country: string): Promise<boolean | null> {
  const { checkVAT, countries } = await import('jsvat')
  const rules = countries.find(({ codes }) => codes[0] === country)
  if (!rules) return null
  return belongsTo(number, country) && checkVAT(asChecked(number), [rules]).isValid
}

/** Some minutes; then the number counts as one that could not be checked, and is asked about again with the others. */
const mostTries = 6

/** Asks outside every transaction, and writes the answer to wherever the company's number waits for it. */
export const checkVatNumber = job<{ tenant: string; number: string }>({
  name: 'check_vat_number',
  lane: 'enquiries',
  run: async (ctx, { tenant, number }, attempt = 1) => {
    const found = await askAbout(ctx, number).catch((error: Error) => {
      if (attempt < mostTries) throw error
      ctx.house.log.warn({ tenant, err: error }, 'VAT number not checked')
      return null
    })
    const status = found === null ? 'failed' : found.valid ? 'valid' : 'invalid'
    await inTransaction(ctx, async (tx) => {
      const check = { uuid: newUuid(), tenant_uuid: tenant, vat_number: number, checked_at: tx.now }
      if (found) await insertVatCheck(tx, { ...check, ...found })
      await noteVerdict(tx, tenant, number, status)
    })
  },
})

/** Registers are away for hours at times: what could not be checked is asked about again, hour by hour. */
export const recheckVatNumbers = job({
  name: 'recheck_vat_numbers',
  lane: 'enquiries',
  run: async (ctx) => {
    const unchecked = await uncheckedNumbers(ctx, mostAtOnce)
    await inTransaction(ctx, async (tx) => {
      for (const { tenant_uuid: tenant, vat_number: number, country_code } of unchecked)
        if (asksAbout(ctx, number) && (await looksRight(number, country_code)))
          await enqueue(tx, checkVatNumber, { tenant, number }, { key: `vat-${tenant}-${number}` })
    })
  },
})

const mostAtOnce = 500

type Found = Pick<VatCheck, 'asked' | 'valid' | 'consultation_number' | 'requester' | 'name' | 'address'>

async function askAbout(ctx: Context, number: string): Promise<Found> {
  const { vatCheck, sellerVat } = ctx.house.config
  if (vatCheck === 'vies') return askVies(ctx, number, bareVat(sellerVat))
  const valid = await askUrl(ctx, number)
  return { asked: 'url', valid, consultation_number: null, requester: null, name: null, address: null }
}

const bareVat = (number: string): string => number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** In the seller's name, so that there is a consultation number; without, where VIES does not know the seller. */
async function askVies({ house }: Context, number: string, seller: string): Promise<Found> {
  const requester = isInVies(seller) ? seller : null
  const parts = { countryCode: number.slice(0, 2), vatNumber: number.slice(2) }
  const own = (of: string) => ({ requesterMemberStateCode: of.slice(0, 2), requesterNumber: of.slice(2) })
  const ask = async (more: object) => {
    const answer = await fetch(`${house.config.viesUrl}/check-vat-number`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ ...parts, ...more }),
      signal: AbortSignal.timeout(patience),
    })
    return readVies(await answer.json())
  }
  let said = await ask(requester === null ? {} : own(requester))
  if ('fault' in said && said.fault === 'INVALID_REQUESTER_INFO') {
    house.log.warn({}, 'VIES does not know SUBLET_SELLER_VAT: VAT numbers are checked without a consultation number')
    said = await ask({})
  }
  if ('fault' in said) throw new Error(`VIES gave no answer: ${said.fault}`)
  const { valid, consultation, name, address } = said
  return {
    asked: 'vies',
    valid,
    consultation_number: consultation,
    requester: consultation && requester,
    name,
    address,
  }
}

async function askUrl({ house }: Context, number: string): Promise<boolean> {
  const url = house.config.vatCheckUrl
  if (url === null) throw new Error('SUBLET_VAT_CHECK_URL is no longer set')
  const answer = await fetch(url.replaceAll('{number}', encodeURIComponent(number)), {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(patience),
  })
  const { valid } = (answer.ok ? await answer.json() : {}) as { valid?: unknown }
  if (typeof valid !== 'boolean') throw new Error(`the VAT check answered ${answer.status} without saying "valid"`)
  return valid
}

async function noteVerdict(
  tx: Context,
  tenant: string,
  number: string,
  status: 'valid' | 'invalid' | 'failed',
): Promise<void> {
  const at = status === 'failed' ? null : tx.now
  const addresses = await settleVat(tx, tenant, number, status, at)
  await auditAll(
    tx,
    addresses.map((uuid) => ({
      action: commerceAudit('customer_address.vat_checked'),
      subject: { kind: 'customer_address', uuid },
      tenant,
      data: { vat_number: number, status },
    })),
  )
}

/** What was ever answered about a company's numbers. */
export async function showVatChecks(ctx: Context, tenant: string, page: Parameters<typeof listVatChecks>[2]) {
  await showTenant(ctx, tenant)
  return listVatChecks(ctx, tenant, page)
}
