import type { Lease } from '@sublet/client'
import { asnsOf, companyName, leases, notationOf, say, setting } from './company.ts'

/**
 * Keeps NetBox in step: each lease is a prefix with its status, its lessee and the AS numbers that may announce it. What
 * is leased no longer becomes deprecated; nothing is deleted, and nothing else of a prefix is touched.
 *
 *   NETBOX_URL=… NETBOX_TOKEN=… SUBLET_URL=… SUBLET_CLIENT_ID=… SUBLET_CLIENT_SECRET=… SUBLET_COMPANY=… node netbox-sync.ts
 *
 * NetBox needs three custom fields of prefixes, all texts: `sublet_lease`, `sublet_lessee` and `sublet_asns`.
 */

type Status = 'active' | 'reserved' | 'deprecated'

interface Fields {
  readonly sublet_lease: string | null
  readonly sublet_lessee: string | null
  readonly sublet_asns: string | null
}

/** As NetBox answers it: what it is given as a word comes back with a label. */
interface NetBoxPrefix {
  readonly id: number
  readonly prefix: string
  readonly status: { readonly value: Status }
  readonly custom_fields: Fields
}

interface NetBoxPage {
  readonly next: string | null
  readonly results: readonly NetBoxPrefix[]
}

interface Wanted {
  readonly prefix: string
  readonly status: Status
  readonly custom_fields: Fields
}

const statuses: Readonly<Record<Lease['billing_service']['status'], Status>> = {
  pending: 'reserved',
  active: 'active',
  suspended: 'reserved',
  terminated: 'deprecated',
}

const prefixes = `${setting('NETBOX_URL')}/api/ipam/prefixes/`

async function netbox<T>(url: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Token ${setting('NETBOX_TOKEN')}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`NetBox: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Those that came from here, by their leases. */
async function synced(): Promise<Map<string, NetBoxPrefix>> {
  const found = new Map<string, NetBoxPrefix>()
  for (let url: string | null = `${prefixes}?cf_sublet_lease__empty=false&limit=100`; url !== null;) {
    const page: NetBoxPage = await netbox(url)
    for (const prefix of page.results) found.set(prefix.custom_fields.sublet_lease ?? '', prefix)
    url = page.next
  }
  return found
}

const wantedOf = (lease: Lease, lessee: string): Wanted => ({
  prefix: notationOf(lease),
  status: statuses[lease.billing_service.status],
  custom_fields: {
    sublet_lease: lease.billing_service.uuid,
    sublet_lessee: lessee,
    sublet_asns: [...new Set(asnsOf(lease))].toSorted((a, b) => a - b).join(', ') || null,
  },
})

const isSame = (known: NetBoxPrefix, { prefix, status, custom_fields }: Wanted): boolean =>
  known.prefix === prefix &&
  known.status.value === status &&
  (Object.keys(custom_fields) as (keyof Fields)[]).every((name) => known.custom_fields[name] === custom_fields[name])

const lessee = await companyName()
const known = await synced()
const wanted = (await leases()).map((lease) => wantedOf(lease, lessee))
const counts = { created: 0, changed: 0, deprecated: 0, unchanged: 0 }
for (const one of wanted) {
  const present = known.get(one.custom_fields.sublet_lease ?? '')
  if (!present) await netbox(prefixes, 'POST', one)
  else if (!isSame(present, one)) await netbox(`${prefixes}${present.id}/`, 'PATCH', one)
  counts[!present ? 'created' : isSame(present, one) ? 'unchanged' : 'changed']++
}
const live = new Set(wanted.map(({ custom_fields }) => custom_fields.sublet_lease))
for (const { id, status, custom_fields } of known.values()) {
  const isOurs = custom_fields.sublet_lessee === lessee
  if (!isOurs || live.has(custom_fields.sublet_lease) || status.value === 'deprecated') continue
  await netbox(`${prefixes}${id}/`, 'PATCH', { status: 'deprecated' })
  counts.deprecated++
}
say(
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', '),
)
