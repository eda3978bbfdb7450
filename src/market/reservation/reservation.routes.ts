import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf } from '../../kernel/db/paging.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { marketProblem } from '../market.problems.ts'
import { acceptReservation, counterReservation, declineReservation } from './answer.actions.ts'
import { listReservations, withdrawReservation } from './reservation.actions.ts'
import {
  CounterBody,
  listedAnswer,
  ListedReservationAnswer,
  perPage,
  reservationAnswer,
  ReservationAnswer,
  ReservationQuery,
} from './reservation.wire.ts'

const path = '/billing/v1/:tenantUUID/market/reservations'
const ReservationPath = Type.Object({ reservationUUID: Uuid })
const access = { by: 'token', scope: 'billing' } as const
const decided = marketProblem.rows('reservation_decided')

export const reservationRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listReservations',
    route: `GET ${path}`,
    tag: 'Market',
    summary: 'List reservations',
    description: "The company's own and those on its blocks, the newest first.",
    access,
    query: ReservationQuery,
    answer: PageOf(ListedReservationAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { side = [], status = [] } = query.filter ?? {}
      const { rows, total } = await listReservations(ctx, {
        tenant: tenantOf(ctx),
        sides: side.length === 1 ? side : ['lessee', 'holder'],
        status,
        perPage: page.perPage,
        offset: page.offset,
      })
      const data = rows.map((row) => listedAnswer(row, ctx.house.config.currency))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'acceptReservation',
    route: `POST ${path}/:reservationUUID/accept`,
    tag: 'Market',
    summary: 'Accept a lower offer',
    description:
      'The holder agrees to a lower offer, or the lessee to the holder’s third price; the block is kept for the lessee to buy.',
    access,
    params: ReservationPath,
    answer: DataOf(ReservationAnswer),
    refuses: decided,
    handle: async (ctx, { params }) => ({
      data: reservationAnswer(await acceptReservation(ctx, tenantOf(ctx), params.reservationUUID)),
    }),
  }),
  endpoint({
    id: 'declineReservation',
    route: `POST ${path}/:reservationUUID/decline`,
    tag: 'Market',
    summary: 'Decline a lower offer',
    description: 'The holder refuses a lower offer, or the lessee the holder’s third price; the block is free again.',
    access,
    params: ReservationPath,
    answer: DataOf(ReservationAnswer),
    refuses: decided,
    handle: async (ctx, { params }) => ({
      data: reservationAnswer(await declineReservation(ctx, tenantOf(ctx), params.reservationUUID)),
    }),
  }),
  endpoint({
    id: 'counterReservation',
    route: `POST ${path}/:reservationUUID/counter`,
    tag: 'Market',
    summary: 'Answer a lower offer by a third price',
    description:
      'The holder names a price between what was offered and the list price. The lessee accepts or declines it, or lets it lapse; until then the block is kept.',
    access,
    params: ReservationPath,
    body: CounterBody,
    answer: DataOf(ReservationAnswer),
    refuses: [...decided, ...marketProblem.rows('counter_out_of_range')],
    handle: async (ctx, { params, body }) => ({
      data: reservationAnswer(await counterReservation(ctx, tenantOf(ctx), params.reservationUUID, body.ip_price)),
    }),
  }),
  endpoint({
    id: 'withdrawReservation',
    route: `DELETE ${path}/:reservationUUID`,
    tag: 'Market',
    summary: 'Withdraw a reservation',
    description: 'The lessee lets go of a block that is not bought yet; it is free again.',
    access,
    params: ReservationPath,
    answer: DataOf(ReservationAnswer),
    refuses: decided,
    handle: async (ctx, { params }) => ({
      data: reservationAnswer(await withdrawReservation(ctx, tenantOf(ctx), params.reservationUUID)),
    }),
  }),
]
