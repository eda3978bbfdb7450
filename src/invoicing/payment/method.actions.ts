import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { invoicingAudit, invoicingEvents } from '../invoicing.events.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { paidByHand, type MethodWish } from './method.rules.ts'
import { insertMethod, isKept, lockMethods, markMethodRemoved, methodsByUuid, setDefault } from './method.store.ts'
import type { PaymentMethod } from './payment.store.ts'
import { providerOf } from './provider.actions.ts'
import type { NewMethod } from './provider.rules.ts'

const byHand: NewMethod = {
  customer: null,
  method: null,
  brand: null,
  lastFour: null,
  expiryMonth: null,
  expiryYear: null,
}

/** The provider is asked first, outside every transaction; then the method is written together with what `keep` writes. */
export async function addMethod(
  ctx: Context,
  tenant: string,
  wish: MethodWish,
  keep: (tx: Context, method: PaymentMethod) => Promise<void> = async () => undefined,
): Promise<PaymentMethod> {
  const provider = paidByHand(wish.type) ? null : providerOf(ctx)
  const enrolled = provider ? await provider.enrol(ctx, tenant, wish) : byHand
  return inTransaction(ctx, async (tx) => {
    const method = await keepMethod(tx, tenant, enrolled, { ...wish, provider: provider?.name ?? 'none' })
    await keep(tx, method)
    return method
  })
}

type Kept = Pick<MethodWish, 'type' | 'makeDefault'> & { readonly provider: PaymentMethod['provider'] }

/** One that has come over a page may have come before, by the person and by the provider's word: it is there once. */
export async function keepCardOnce(
  tx: Context,
  tenant: string,
  card: NewMethod,
  wish: Omit<Kept, 'type'>,
): Promise<PaymentMethod> {
  const known = (await lockMethods(tx, tenant)).find(
    ({ provider, provider_method }) => provider === wish.provider && provider_method === card.method,
  )
  return known ?? keepMethod(tx, tenant, card, { ...wish, type: 'card' })
}

async function keepMethod(tx: Context, tenant: string, enrolled: NewMethod, wish: Kept): Promise<PaymentMethod> {
  const others = await lockMethods(tx, tenant)
  const method: PaymentMethod = {
    uuid: newUuid(),
    tenant_uuid: tenant,
    type: wish.type,
    provider: wish.provider,
    provider_customer: enrolled.customer,
    provider_method: enrolled.method,
    is_default: wish.makeDefault || others.length === 0,
    card_brand: enrolled.brand,
    card_last_four: enrolled.lastFour,
    card_expiry_month: enrolled.expiryMonth,
    card_expiry_year: enrolled.expiryYear,
    created_at: tx.now,
    removed_at: null,
  }
  if (method.is_default) await setDefault(tx, tenant, null)
  await insertMethod(tx, method)
  await record(tx, method, 'added')
  return method
}

/** Nothing but `true` changes anything (decisions 6, Payment methods). */
export async function changeMethod(
  ctx: Context,
  tenant: string,
  uuid: string,
  { makeDefault }: { readonly makeDefault: boolean },
): Promise<PaymentMethod> {
  const method = (await lockMethods(ctx, tenant)).find((other) => other.uuid === uuid)
  if (!method) throw kernelProblem('not_found')
  if (!makeDefault || method.is_default) return method
  await setDefault(ctx, tenant, uuid)
  await record(ctx, method, 'preferred')
  return { ...method, is_default: true }
}

/** Not the last one (decisions 8, Commerce). Of the others the newest takes the place of the default. */
export async function removeMethod(ctx: Context, tenant: string, uuid: string): Promise<void> {
  const methods = await lockMethods(ctx, tenant)
  const method = methods.find((other) => other.uuid === uuid)
  if (!method) throw kernelProblem('not_found')
  const heir = methods.find((other) => other.uuid !== uuid)
  if (!heir) throw invoicingProblem('last_payment_method')
  await markMethodRemoved(ctx, uuid)
  await record(ctx, method, 'removed')
  await enqueue(ctx, forgetMethod, { uuid })
  if (!method.is_default) return
  await setDefault(ctx, tenant, heir.uuid)
  await record(ctx, heir, 'preferred')
}

/** The provider lets go of it, too, unless the company has it a second time. */
export const forgetMethod = job<{ uuid: string }>({
  name: 'forget_payment_method',
  lane: 'money',
  run: async (ctx, { uuid }) => {
    const [method] = await methodsByUuid(ctx, [uuid])
    if (!method || method.provider === 'none' || method.provider_method === null) return
    if (await isKept(ctx, method)) return
    await providerOf(ctx, method.provider).forget(ctx, method.provider_method)
  },
})

async function record(ctx: Context, method: PaymentMethod, verb: 'added' | 'preferred' | 'removed'): Promise<void> {
  const { uuid, tenant_uuid: tenant, type, card_brand, card_last_four } = method
  const data = { uuid, type, card_brand, card_last_four }
  await audit(ctx, {
    action: invoicingAudit(`payment_method.${verb}`),
    subject: { kind: 'payment_method', uuid },
    tenant,
    data,
  })
  await emit(ctx, invoicingEvents(`payment_method.${verb}`, tenant, data))
}

export { listMethods, methodsByUuid } from './method.store.ts'
