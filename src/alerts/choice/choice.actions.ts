import { findMailTicket, isTopic, mute, topics } from '../../identity/index.ts'
import { audit } from '../../kernel/audit.ts'
import { system, type Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { alertsAudit } from '../alerts.events.ts'
import { alertsProblem } from '../alerts.problems.ts'
import {
  companyKinds,
  isDuty,
  isForOperators,
  isKind,
  kindNames,
  kinds,
  mailWayOf,
  mailWays,
  type Kind,
  type MailWay,
} from '../kind.rules.ts'
import { choicesOf, defaultsOf, setChoice, setDefault, standingsOf } from './choice.store.ts'

/** How somebody, and a company for its people, wants to be mailed about alerts. */

export interface ShownChoice {
  readonly kind: Kind
  /** Chosen here; null where nothing was. */
  readonly mail: MailWay | null
  /** What counts while nothing is. */
  readonly usual: MailWay
  readonly duty: boolean
}

interface Person {
  readonly userUuid: string
  readonly operator: boolean
}

export async function showOwnChoices(ctx: Context, { userUuid, operator }: Person): Promise<ShownChoice[]> {
  const [chosen, standings] = await Promise.all([choicesOf(ctx, userUuid), standingsOf(ctx, userUuid)])
  return kindNames
    .filter((kind) => operator || !isForOperators(kind))
    .map((kind) => ({
      kind,
      mail: chosen.get(kind) ?? null,
      usual: mostOf(
        standings.map(({ role, defaults }) => mailWayOf(kind, role, { own: null, company: defaults[kind] ?? null })),
      ),
      duty: isDuty(kind) && standings.some(({ role }) => role === 'owner'),
    }))
}

/** Where companies differ, the one that mails soonest. */
const mostOf = (ways: readonly MailWay[]): MailWay => mailWays.find((way) => ways.includes(way)) ?? 'never'

export async function chooseOwn(
  ctx: Context,
  person: Person,
  { kind, mail }: { readonly kind: Kind; readonly mail: MailWay | null },
): Promise<ShownChoice[]> {
  const standings = await standingsOf(ctx, person.userUuid)
  const isOwner = standings.some(({ role }) => role === 'owner')
  if (isDuty(kind) && isOwner && mail !== null && mail !== 'at_once') throw alertsProblem('alert_is_duty')
  await choose(ctx, person.userUuid, kind, mail)
  return showOwnChoices(ctx, person)
}

async function choose(ctx: Context, person: string, kind: Kind, mail: MailWay | null): Promise<void> {
  if (!(await setChoice(ctx, person, kind, mail))) return
  const action = alertsAudit('person.alert_mail_chosen')
  await audit(ctx, { action, subject: { kind: 'person', uuid: person }, tenant: null, data: { kind, mail } })
}

export async function showDefaults(ctx: Context, tenant: string): Promise<ShownChoice[]> {
  const chosen = await defaultsOf(ctx, tenant)
  return companyKinds.map((kind) => ({
    kind,
    mail: chosen.get(kind) ?? null,
    usual: kinds[kind].mail.owner,
    duty: false,
  }))
}

export async function chooseDefault(
  ctx: Context,
  tenant: string,
  { kind, mail }: { readonly kind: Kind; readonly mail: MailWay | null },
): Promise<ShownChoice[]> {
  if (isDuty(kind)) throw alertsProblem('alert_is_duty')
  if (await setDefault(ctx, tenant, kind, mail)) {
    const action = alertsAudit('tenant.alert_mail_chosen')
    await audit(ctx, { action, subject: { kind: 'tenant', uuid: tenant }, data: { kind, mail } })
  }
  return showDefaults(ctx, tenant)
}

/** What the mail of a day is called where its reader does without it. */
export const digestTopic = 'digest' as const

const digestWords = { title: 'The day', says: 'All alerts of a day in one mail.' } as const

/** By the ticket of one of the mails, whoever has it; any number of times. */
export async function unsubscribe(ctx: Context, ticket: string) {
  const found = await findMailTicket(ctx, ticket)
  if (!found) throw kernelProblem('not_found')
  const { person_uuid: person, topic } = found
  const own = { ...ctx, actor: system('unsubscribe') }
  if (isKind(topic)) {
    await choose(own, person, topic, 'never')
    return { topic, title: kinds[topic].title, says: kinds[topic].says }
  }
  if (topic === digestTopic) {
    const daily = (await showOwnChoices(ctx, { userUuid: person, operator: true })).filter(
      ({ mail, usual }) => (mail ?? usual) === 'daily',
    )
    for (const { kind } of daily) await choose(own, person, kind, 'never')
    return { topic: digestTopic, ...digestWords } as const
  }
  if (!isTopic(topic)) throw kernelProblem('not_found')
  await mute(own, person, topic, true)
  return { topic, title: topics[topic].title, says: topics[topic].says }
}
