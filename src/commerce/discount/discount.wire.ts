import { fromNumber, money, MoneyError, toNumber } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { Body, Int, named, Nullable, OneOf, Text, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import type { NewDiscountCode } from './discount.actions.ts'
import type { DiscountCode } from './discount.store.ts'

const farthest = 4_102_444_800
const Moment = Type.Optional(Nullable(Int(0, farthest, { description: 'Unix seconds, UTC.' })))

export const NewCodeBody = Body('NewDiscountCode', {
  code: Text(64, { pattern: '^[A-Za-z0-9_-]+$', description: 'Kept in capitals.', examples: ['WELCOME10'] }),
  name: Text(255, { description: 'What buyers read on their invoice.' }),
  kind: OneOf(['percent', 'amount']),
  value: Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Percent of the subtotal, or an amount of money.',
  }),
  most_uses: Type.Optional(Nullable(Int(1, 1_000_000_000))),
  valid_from: Moment,
  valid_until: Moment,
})

/** Percent to the hundredth, money to the cent. */
export function readCode(body: Static<typeof NewCodeBody>, currency: string): NewDiscountCode {
  const moment = (seconds: number | null = null) => (seconds === null ? null : new Date(seconds * 1_000))
  const valid_from = moment(body.valid_from)
  const valid_until = moment(body.valid_until)
  if (valid_from && valid_until && valid_until <= valid_from) throw fault('valid_until', 'must be after valid_from')
  const { code, name, kind, most_uses = null } = body
  return { code, name, kind, value: readValue(body, currency), most_uses, valid_from, valid_until }
}

const fault = (field: string, sentence: string) => kernelProblem('invalid_fields', { fields: { [field]: [sentence] } })

function readValue({ kind, value }: Static<typeof NewCodeBody>, currency: string): number {
  if (kind === 'percent') {
    const points = Math.round(value * 100)
    if (points < 1 || points > 10_000 || points / 100 !== value)
      throw fault('value', 'must be more than 0 and at most 100, with at most 2 decimals')
    return points
  }
  try {
    const { minor } = fromNumber(value, currency)
    if (minor > 0) return minor
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
  }
  throw fault('value', 'must be an amount of more than 0')
}

export const CodeAnswer = named('DiscountCode', {
  uuid: Uuid,
  code: Type.String(),
  name: Type.String(),
  kind: OneOf(['percent', 'amount']),
  value: Type.Number(),
  most_uses: Nullable(Type.Integer()),
  uses: Type.Integer(),
  valid_from: Nullable(UnixTime),
  valid_until: Nullable(UnixTime),
  created_at: UnixTime,
  ended_at: Nullable(UnixTime),
})

export function codeAnswer(code: DiscountCode, currency: string): Static<typeof CodeAnswer> {
  return {
    ...code,
    value: code.kind === 'percent' ? code.value / 100 : toNumber(money(code.value, currency)),
    valid_from: toUnix(code.valid_from),
    valid_until: toUnix(code.valid_until),
    created_at: toUnix(code.created_at),
    ended_at: toUnix(code.ended_at),
  }
}
