import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import type { Party } from '../../invoicing/index.ts'
import { commerceAudit } from '../commerce.events.ts'
import { addressFaults, readAddress, type AddressFields, type AddressWish } from './address.rules.ts'
import {
  findAddress,
  insertAddress,
  lockAddress,
  rebill,
  updateAddress,
  type CustomerAddress,
} from './address.store.ts'
import { countryBook } from './country.memory.ts'
import { judgeVat, type KnownVat, type VatVerdict } from './vat.actions.ts'

/**
 * A whole address as it was sent, checked field by field, with what is known of its VAT number. `known` is the address it
 * takes the place of: a number that stays is not checked again.
 */
export async function checkAddress(
  ctx: Context,
  tenant: string,
  wish: AddressWish,
  known?: KnownVat,
): Promise<AddressFields & VatVerdict> {
  const address = readAddress(wish)
  const { countries } = await countryBook(ctx)
  const faults = addressFaults(address, new Set(countries.map(({ code }) => code)))
  if (Object.keys(faults).length > 0) throw kernelProblem('invalid_fields', { fields: faults })
  return { ...address, ...(await judgeVat(ctx, tenant, address, known)) }
}

export async function addAddress(ctx: Context, tenant: string, wish: AddressWish): Promise<CustomerAddress> {
  const address = await insertAddress(ctx, {
    uuid: newUuid(),
    tenant_uuid: tenant,
    ...(await checkAddress(ctx, tenant, wish)),
    created_at: ctx.now,
    removed_at: null,
  })
  await record(ctx, address, 'added')
  return address
}

export async function showAddress(ctx: Context, tenant: string, id: string): Promise<CustomerAddress> {
  const address = await findAddress(ctx, tenant, id)
  if (!address) throw kernelProblem('not_found')
  return address
}

/** The whole address anew; subscriptions that are billed to it are billed to the new one from their next renewal on. */
export async function replaceAddress(
  ctx: Context,
  tenant: string,
  id: string,
  wish: AddressWish,
): Promise<CustomerAddress> {
  const known = await lockAddress(ctx, tenant, id)
  if (!known) throw kernelProblem('not_found')
  const change = await checkAddress(ctx, tenant, wish, known)
  await updateAddress(ctx, known.uuid, change)
  const address = { ...known, ...change }
  await rebill(ctx, tenant, partyOf(address))
  await record(ctx, address, 'changed')
  return address
}

/** Out of the address book; whatever has a copy keeps it. */
export async function removeAddress(ctx: Context, tenant: string, id: string): Promise<void> {
  const address = await lockAddress(ctx, tenant, id)
  if (!address) throw kernelProblem('not_found')
  await updateAddress(ctx, address.uuid, { removed_at: ctx.now })
  await record(ctx, address, 'removed')
}

/** The address as documents keep it. */
export function partyOf(address: Omit<CustomerAddress, 'number' | 'tenant_uuid' | 'created_at' | 'removed_at'>): Party {
  const { uuid, vat_validation_status, vat_validated_at } = address
  return {
    ...readAddress(address),
    uuid,
    vat_validation_status,
    vat_validated_at: toIsoOffset(vat_validated_at),
  }
}

function record(ctx: Context, { uuid, tenant_uuid }: CustomerAddress, verb: 'added' | 'changed' | 'removed') {
  return audit(ctx, {
    action: commerceAudit(`customer_address.${verb}`),
    subject: { kind: 'customer_address', uuid },
    tenant: tenant_uuid,
  })
}

export { findAddress, listAddresses } from './address.store.ts'
