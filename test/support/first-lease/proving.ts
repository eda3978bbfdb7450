import { aPdf } from '../market/proofs.ts'
import type { Person } from './person.ts'
import type { Surroundings } from './surroundings.ts'

/** The five ways to prove a block, each with what its holder does outside: at a registry, in a zone, on paper. */

export interface Listed {
  readonly block: string
  /** The recorded answer of its registry. */
  readonly record: string
  readonly offer: string
  readonly holder: Person
  readonly operator: Person
  readonly around: Surroundings
}

interface Way {
  readonly way: string
  readonly possible: boolean
  readonly contacts: readonly { readonly id: string; readonly roles: readonly string[] }[]
  readonly token: string
  readonly names: readonly string[]
  readonly asn: number
}

async function wayOf({ holder, offer }: Listed, wanted: string): Promise<Way> {
  const { data } = await holder.does('ways', { offer })
  const found = (data.ways as Way[]).find(({ way }) => way === wanted)
  if (!found?.possible) throw new Error(`cannot be proven by ${wanted}: ${JSON.stringify(data)}`)
  return found
}

export async function byMail(listed: Listed, contactOf: string): Promise<void> {
  const { holder, offer, around, block } = listed
  const { contacts } = await wayOf(listed, 'email')
  const abuse = contacts.find(({ roles }) => roles.includes('abuse'))
  await holder.does('prove-by-mail', { offer, contact: abuse?.id ?? '' })
  const code = await around.mailed(contactOf, new RegExp(`${block}: (\\S+)`))
  await holder.does('give-code', { offer, code })
}

/** It takes a moment until a registry that was just asked is asked again. */
const found = ({ holder, offer }: Listed) => holder.sees('look', { offer }, ({ auth }) => auth.status === 'passed')

export async function byRemark(listed: Listed): Promise<void> {
  const { holder, offer, around, block, record } = listed
  const { token } = await wayOf(listed, 'remark')
  await holder.does('prove-by-remark', { offer })
  around.register(block, record, `sublet: ${token}`)
  await found(listed)
}

export async function byDns(listed: Listed): Promise<void> {
  const { holder, offer, around } = listed
  const { token, names } = await wayOf(listed, 'dns')
  await holder.does('prove-by-dns', { offer })
  for (const name of names) await around.dns.publish(name.replace('_sublet.', ''), name, token)
  await found(listed)
}

export async function byRoa(listed: Listed): Promise<void> {
  const { holder, operator, offer, around, block } = listed
  const { asn } = await wayOf(listed, 'roa')
  await holder.does('prove-by-roa', { offer })
  around.mirror.publishRoa(block, asn)
  await operator.does('fetch-roas')
  await found(listed)
}

export async function byDocuments({ holder, operator, offer }: Listed): Promise<void> {
  await holder.does('send-document', { offer, content: aPdf('an invoice of the registry').toString('base64') })
  await holder.does('prove-by-documents', { offer })
  await operator.does('accept-documents', { offer })
}
