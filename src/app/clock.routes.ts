import type { Context } from '../kernel/context.ts'
import { endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { clockProblem } from '../kernel/work/replay.ts'
import { Answer, Body, DataOf, named, Nullable, Text, Type } from '../kernel/http/schema.ts'
import { DurationError, parseDuration, toIsoOffset, type Duration } from '../kernel/time.ts'
import { advance, journey } from './due-work.ts'

/** The test clock of a sandbox, for programs that try out a year of renewals. */

const Moment = Type.String({ description: 'ISO 8601 with offset', examples: ['2026-11-15T10:00:00+00:00'] })

const Done = Type.Record(Type.Integer(), { description: 'What was done, by its kind.' })

function readDuration(text: string): Duration {
  try {
    return parseDuration(text)
  } catch (error) {
    if (!(error instanceof DurationError)) throw error
    throw kernelProblem('invalid_fields', { fields: { advance: [error.message] } })
  }
}

/** Outside a sandbox there is no such address. */
function requireClock({ house: { config } }: Context): void {
  if (!config.sandbox) throw kernelProblem('not_found')
}

export const clockRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'sandboxClock',
    route: 'GET /sandbox/clock',
    tag: 'Sandbox',
    summary: 'Read the test clock',
    description: 'Business time, and real time beside it. While it is moved it goes in steps. Only in a sandbox.',
    access: { by: 'anyone' },
    answer: DataOf(
      named('SandboxClock', {
        now: Moment,
        real_now: Moment,
        moving: Nullable(
          Answer({ to: Moment, done: Done }, 'Where this node is moving it to, and what was done so far.'),
        ),
      }),
    ),
    refuses: kernelProblem.rows('not_found'),
    handle: async (ctx) => {
      requireClock(ctx)
      // Whoever has just moved it on another node wants to see that.
      await ctx.house.pulse.look()
      const { progress } = journey(ctx)
      const moving = progress && { to: toIsoOffset(progress.target), done: { ...progress.done } }
      return { data: { now: toIsoOffset(ctx.house.clock.now()), real_now: toIsoOffset(ctx.realNow), moving } }
    },
  }),
  endpoint({
    id: 'advanceSandboxClock',
    route: 'POST /sandbox/clock',
    tag: 'Sandbox',
    summary: 'Move the test clock ahead',
    description:
      'What falls due on the way is done in its order: holds lapse, leases renew, holders are paid out. Answers when all of it is done, with how much there was of each kind. Only in a sandbox.',
    access: { by: 'anyone' },
    ownTransactions: true,
    body: Body('ClockAdvance', { advance: Text(100, { description: 'For example "3 months", "36h" or "P1Y".' }) }),
    answer: DataOf(
      named('ClockAdvanced', {
        now: Moment,
        real_now: Moment,
        done: Done,
      }),
    ),
    examples: { body: { advance: '3 months' } },
    refuses: [
      ...kernelProblem.rows('not_found'),
      ...clockProblem.rows('clock_not_ahead', 'clock_too_far', 'clock_moving'),
    ],
    handle: async (ctx, { body }) => {
      requireClock(ctx)
      const { now, done } = await advance(ctx.house, readDuration(body.advance))
      return { data: { now: toIsoOffset(now), real_now: toIsoOffset(ctx.realNow), done: { ...done } } }
    },
  }),
]
