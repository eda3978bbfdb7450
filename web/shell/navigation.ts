import type { IconName } from '../ui/icons.tsx'
import { terms } from '../ui/words.ts'

/** The navigation, whole: one for who acts for a company, one for who runs the marketplace. Pages are called by their routes. */

interface NavPage {
  /** As routes are written. */
  readonly to: string
  readonly icon: IconName
}

export interface NavEntry extends NavPage {
  /** Pages of the same matter: shown below it while one is at one of them. */
  readonly below?: readonly NavPage[]
}

interface NavPart {
  /** Not all need a name. */
  readonly title: string | null
  readonly entries: readonly NavEntry[]
}

export type NavSide = 'company' | 'operator'

export const navigation: Readonly<Record<NavSide, readonly NavPart[]>> = {
  company: [
    { title: null, entries: [{ to: '/c/$company/', icon: 'home' }] },
    {
      title: terms.lease,
      entries: [
        {
          to: '/c/$company/market',
          icon: 'market',
          below: [
            { to: '/c/$company/my-reservations', icon: 'clock' },
            { to: '/c/$company/saved-searches', icon: 'search' },
          ],
        },
        { to: '/c/$company/cart', icon: 'cart', below: [{ to: '/c/$company/orders', icon: 'invoice' }] },
        { to: '/c/$company/leases', icon: 'lease', below: [{ to: '/c/$company/reverse-dns', icon: 'tree' }] },
        { to: '/c/$company/letters', icon: 'letter' },
      ],
    },
    {
      title: terms.leaseOut,
      entries: [
        { to: '/c/$company/offers', icon: 'offer', below: [{ to: '/c/$company/name-servers', icon: 'data' }] },
        { to: '/c/$company/reservations', icon: 'clock' },
        { to: '/c/$company/letters-to-do', icon: 'letter' },
        { to: '/c/$company/earnings', icon: 'chart', below: [{ to: '/c/$company/payouts', icon: 'payout' }] },
      ],
    },
    {
      title: 'Network',
      entries: [{ to: '/c/$company/prefixes', icon: 'tree', below: [{ to: '/c/$company/unannounced', icon: 'eye' }] }],
    },
    {
      title: 'Company',
      entries: [
        { to: '/c/$company/billing', icon: 'invoice' },
        {
          to: '/c/$company/settings',
          icon: 'company',
          below: [
            { to: '/c/$company/members', icon: 'people' },
            { to: '/c/$company/integrations', icon: 'key' },
            { to: '/c/$company/webhooks', icon: 'webhook' },
          ],
        },
      ],
    },
  ],
  operator: [
    {
      title: null,
      entries: [{ to: '/operator/', icon: 'chart', below: [{ to: '/operator/readiness', icon: 'bolt' }] }],
    },
    {
      title: 'Marketplace',
      entries: [
        { to: '/operator/companies', icon: 'company', below: [{ to: '/operator/people', icon: 'people' }] },
        { to: '/operator/approvals', icon: 'check', below: [{ to: '/operator/proofs', icon: 'shield' }] },
        { to: '/operator/letters', icon: 'letter' },
        { to: '/operator/ledger', icon: 'payout', below: [{ to: '/operator/discount-codes', icon: 'offer' }] },
        { to: '/operator/texts', icon: 'invoice' },
      ],
    },
    {
      title: 'Network',
      entries: [
        {
          to: '/operator/network',
          icon: 'data',
          below: [
            { to: '/operator/asn-bans', icon: 'shield' },
            { to: '/operator/asn-acceptances', icon: 'check' },
          ],
        },
      ],
    },
    {
      title: 'Oversight',
      entries: [
        { to: '/operator/log', icon: 'book' },
        { to: '/operator/audit', icon: 'shield' },
        { to: '/operator/mailbox', icon: 'mail' },
        { to: '/operator/clock', icon: 'clock' },
      ],
    },
  ],
}

export const entriesOf = (side: NavSide): readonly NavEntry[] => navigation[side].flatMap(({ entries }) => entries)

/** An entry with what stands below it. */
export const pagesOf = ({ to, icon, below = [] }: NavEntry): readonly NavPage[] => [{ to, icon }, ...below]

const isHome = (to: string): boolean => to.endsWith('/')

/** Whether a page, by its route's path, is this one or about something that it lists. Of a home only the home itself is. */
export const isAt = (at: string, to: string): boolean => at === to || (!isHome(to) && at.startsWith(`${to}/`))
