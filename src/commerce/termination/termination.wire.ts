import { pageQuery } from '../../kernel/db/paging.ts'
import {
  Answer,
  Body,
  IsoTime,
  ListOf,
  MoneyAnswer,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toIsoOffset, toUnix } from '../../kernel/time.ts'
import { moneyAnswer } from '../money.wire.ts'
import { terminationStates } from './termination.states.ts'
import type { LabelledRequest, TerminationRequest } from './termination.store.ts'

/** The termination request of the specification, and what it takes to make one. */

const types = ['end_of_period', 'immediate'] as const

export const terminationSorts = ['requested_at'] as const

export const TerminateBody = Body('NewTermination', {
  type: OneOf(types, 'With the period that is paid for (or the commitment, whichever ends later), or at once.'),
  reason: Text(255),
  details: Type.Optional(Nullable(Type.String({ maxLength: 600 }))),
  meta: Type.Optional(
    Nullable(
      Type.Object({
        use_again: Type.Optional(
          Nullable(Type.Boolean({ description: 'Whether the company would lease here again.' })),
        ),
      }),
    ),
  ),
})

const filters = { status: Type.Optional(ListOf(OneOf(terminationStates.states), terminationStates.states.length)) }

export const terminationQuery = (perPage: number) => pageQuery({ perPage, sortable: terminationSorts, filters })

const plain = {
  uuid: Uuid,
  type: OneOf(types),
  status: OneOf(terminationStates.states),
  reason: Type.String(),
  details: Nullable(Type.String()),
  meta: Answer({ use_again: Nullable(Type.Boolean()) }),
}

export const TerminationAnswer = named('TerminationRequest', {
  ...plain,
  requested_at: IsoTime,
  terminated_at: Nullable(IsoTime),
  subscription_uuid: Uuid,
  effective_at: Nullable(IsoTime),
  early_exit_total: MoneyAnswer,
})

const plainAnswer = ({ uuid, type, status, reason, details, use_again }: TerminationRequest) => ({
  uuid,
  type,
  status,
  reason,
  details,
  meta: { use_again },
})

export const terminationAnswer = (
  request: TerminationRequest,
  { currency }: { readonly currency: string },
): Static<typeof TerminationAnswer> => ({
  ...plainAnswer(request),
  requested_at: toIsoOffset(request.requested_at),
  terminated_at: toIsoOffset(request.terminated_at),
  subscription_uuid: request.subscription_uuid,
  effective_at: toIsoOffset(request.effective_at),
  early_exit_total: moneyAnswer(currency)(request.early_exit_minor),
})

/** The same in the words of the billing API, whose times are Unix seconds. */
export const ServiceTermination = named('LeaseTermination', {
  ...plain,
  requested_at: UnixTime,
  effective_at: Nullable(UnixTime),
})

export const serviceTermination = (request: TerminationRequest): Static<typeof ServiceTermination> => ({
  ...plainAnswer(request),
  requested_at: toUnix(request.requested_at),
  effective_at: toUnix(request.effective_at),
})

const forOperators = {
  ...plain,
  requested_at: IsoTime,
  terminated_at: Nullable(IsoTime),
  subscription_uuid: Uuid,
  effective_at: Nullable(IsoTime),
  early_exit_total: MoneyAnswer,
  tenant_uuid: Uuid,
}

export const OperatorTerminationAnswer = named('OperatorTerminationRequest', forOperators)

export const ListedTerminationAnswer = named('ListedTerminationRequest', {
  ...forOperators,
  company: Type.String({ description: 'The title of the company.' }),
  block: Type.String({ description: 'What the subscription is for.' }),
})

export const operatorTerminationAnswer = (
  request: TerminationRequest,
  settings: { readonly currency: string },
): Static<typeof OperatorTerminationAnswer> => ({
  ...terminationAnswer(request, settings),
  tenant_uuid: request.tenant_uuid,
})

export const listedTerminationAnswer = (
  request: LabelledRequest,
  settings: { readonly currency: string },
): Static<typeof ListedTerminationAnswer> => ({
  ...operatorTerminationAnswer(request, settings),
  company: request.company,
  block: request.block,
})
