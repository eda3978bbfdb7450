import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { IsoTime, named, Nullable, OneOf, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import { showVatChecks } from './vat.actions.ts'
import type { VatCheck } from './vat.store.ts'

const perPage = 25

const VatCheckAnswer = named('VatCheck', {
  uuid: Uuid,
  vat_number: Type.String(),
  asked: OneOf(['vies', 'url']),
  valid: Type.Boolean(),
  consultation_number: Nullable(Type.String({ description: "VIES' proof that it was asked." })),
  requester: Nullable(Type.String({ description: 'In whose name it was asked.' })),
  name: Nullable(Type.String()),
  address: Nullable(Type.String()),
  checked_at: IsoTime,
})

const checkAnswer = (check: VatCheck): Static<typeof VatCheckAnswer> => ({
  uuid: check.uuid,
  vat_number: check.vat_number,
  asked: check.asked,
  valid: check.valid,
  consultation_number: check.consultation_number,
  requester: check.requester,
  name: check.name,
  address: check.address,
  checked_at: toIsoOffset(check.checked_at),
})

/** Evidence for those who sell without VAT. */
export const vatRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorListVatChecks',
    route: 'GET /portal/operator/companies/:companyUUID/vat-checks',
    tag: 'Operator',
    summary: "List what was answered about a company's VAT numbers",
    description: 'The latest first.',
    access: { by: 'operator' },
    params: Type.Object({ companyUUID: Uuid }),
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(VatCheckAnswer),
    handle: async (ctx, { params, query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await showVatChecks(ctx, params.companyUUID, page)
      return { data: rows.map(checkAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
]
