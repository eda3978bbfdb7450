import { money, toNumber } from '../../kernel/money.ts'
import { Answer, named, Nullable, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { addMonths, startOfMonth, toUnix } from '../../kernel/time.ts'
import type { Forecast } from './forecast.actions.ts'

const Amount = Type.Number({ examples: [112.1] })

const MonthAnswer = named('ForecastMonth', {
  month: Type.String({ description: 'A calendar month, UTC.', examples: ['2026-12'] }),
  renewals: Type.Integer({ description: 'How many leases of the company renew.' }),
  charged: Type.Number({ description: 'What that costs, taxes included.' }),
  earned: Type.Number({ description: 'What the company’s blocks bring it, after commission.' }),
  paid_out: Nullable(Type.Number({ description: 'The payout of the first of this month, where there is one.' })),
})

const SubscriptionAnswer = named('ForecastSubscription', {
  subscription_uuid: Uuid,
  service_uuid: Uuid,
  name: Type.String({ description: 'The block.', examples: ['185.203.64.0/24'] }),
  renewals: Type.Array(Answer({ date: UnixTime, sub_total: Amount, tax: Amount, total: Amount }, 'A charge to come.')),
  total: Amount,
})

const LeaseAnswer = named('ForecastEarning', {
  service_uuid: Uuid,
  name: Type.String({ description: 'The block.', examples: ['185.203.64.0/24'] }),
  gross: Amount,
  commission: Amount,
  amount: Amount,
})

export const ForecastAnswer = named('Forecast', {
  currency: Type.String({ examples: ['USD'] }),
  from: UnixTime,
  until: UnixTime,
  months: Type.Array(MonthAnswer, { description: 'Every calendar month touched, the first and last in part.' }),
  subscriptions: Type.Array(SubscriptionAnswer, { description: 'What the company will be charged, by block.' }),
  earnings: Type.Array(LeaseAnswer, { description: 'What the company will earn as a holder, by block.' }),
})

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

export function forecastAnswer(forecast: Forecast, currency: string): Static<typeof ForecastAnswer> {
  const { from, until } = forecast
  return {
    currency,
    from: toUnix(from),
    until: toUnix(until),
    months: monthsOf(forecast, currency),
    subscriptions: subscriptionsOf(forecast, currency),
    earnings: earningsOf(forecast, currency),
  }
}

const shownIn = (currency: string) => (minor: number) => toNumber(money(minor, currency))

function monthsOf({ from, until, charges, earnings, payouts }: Forecast, currency: string) {
  const shown = shownIn(currency)
  const months: Static<typeof MonthAnswer>[] = []
  for (let month = startOfMonth(from); month < until; month = addMonths(month, 1)) {
    const within = ({ at }: { readonly at: Date }) => at >= month && at < addMonths(month, 1)
    const charged = charges.filter(within)
    const payout = payouts.find(within)
    months.push({
      month: month.toISOString().slice(0, 7),
      renewals: charged.length,
      charged: shown(sumOf(charged.map(({ total }) => total))),
      earned: shown(sumOf(earnings.filter(within).map(({ gross, commission }) => gross - commission))),
      paid_out: payout ? shown(payout.amount) : null,
    })
  }
  return months
}

function subscriptionsOf({ charges }: Forecast, currency: string) {
  const shown = shownIn(currency)
  return [...Map.groupBy(charges, ({ subscription }) => subscription)].map(([subscription_uuid, own]) => ({
    subscription_uuid,
    service_uuid: own[0]?.lease ?? '',
    name: own[0]?.name ?? '',
    renewals: own.map(({ at, sub_total, tax, total }) => ({
      date: toUnix(at),
      sub_total: shown(sub_total),
      tax: shown(tax),
      total: shown(total),
    })),
    total: shown(sumOf(own.map(({ total }) => total))),
  }))
}

function earningsOf({ earnings }: Forecast, currency: string) {
  const shown = shownIn(currency)
  return [...Map.groupBy(earnings, ({ lease }) => lease)].map(([service_uuid, own]) => {
    const [gross, commission] = [sumOf(own.map((one) => one.gross)), sumOf(own.map((one) => one.commission))]
    return {
      service_uuid,
      name: own[0]?.name ?? '',
      gross: shown(gross),
      commission: shown(commission),
      amount: shown(gross - commission),
    }
  })
}
