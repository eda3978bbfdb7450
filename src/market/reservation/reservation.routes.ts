import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf } from '../../kernel/db/paging.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { marketProblem } from '../market.problems.ts'
import { acceptReservation, declineReservation, listReservations, withdrawReservation } from './reservation.actions.ts'
import {
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
    description: 'The holder agrees; the block is kept for the lessee to buy.',
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
    description: 'The holder refuses; the block is free again.',
    access,
    params: ReservationPath,
    answer: DataOf(ReservationAnswer),
    refuses: decided,
    handle: async (ctx, { params }) => ({
      data: reservationAnswer(await declineReservation(ctx, tenantOf(ctx), params.reservationUUID)),
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
