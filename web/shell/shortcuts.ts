/** What the keyboard does anywhere in the portal: one table, which is heard and shown as help. */

export type Act = 'search' | 'help' | 'next' | 'previous'

type Shortcut = { readonly keys: string } & (
  | { readonly act: Act; readonly does: string }
  /** A page of the navigation, which has its name from there. */
  | { readonly to: string }
)

export const shortcuts: readonly Shortcut[] = [
  { keys: 'mod k', act: 'search', does: 'Search for pages, prefixes, invoices, orders and keys' },
  { keys: '/', act: 'search', does: 'Search, too' },
  { keys: '?', act: 'help', does: 'Show these shortcuts' },
  { keys: 'j', act: 'next', does: 'Next row of a list' },
  { keys: 'k', act: 'previous', does: 'Previous row of a list' },
  { keys: 'g h', to: '/c/$company' },
  { keys: 'g m', to: '/c/$company/market' },
  { keys: 'g c', to: '/c/$company/cart' },
  { keys: 'g l', to: '/c/$company/leases' },
  { keys: 'g o', to: '/c/$company/offers' },
  { keys: 'g p', to: '/c/$company/prefixes' },
  { keys: 'g b', to: '/c/$company/billing' },
  { keys: 'g i', to: '/c/$company/integrations' },
  { keys: 'g n', to: '/account/notifications' },
  { keys: 'g a', to: '/operator/approvals' },
]

export interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** Into a field, or above a dialog: then only what has a modifier is a shortcut. */
  readonly typing: boolean
  readonly at: number
}

/** How long the second key of two may take. */
const patience = 1_500

export class Listener {
  #first: { readonly key: string; readonly at: number } | null = null

  /** What this press means, perhaps with the one before it. */
  hear({ key, ctrlKey, metaKey, altKey, typing, at }: Press): Shortcut | undefined {
    const first = this.#first && at - this.#first.at < patience ? this.#first.key : null
    this.#first = null
    const modified = ctrlKey || metaKey
    if (altKey || (typing && !modified)) return undefined
    const name = modified ? `mod ${key.toLowerCase()}` : key
    const found =
      shortcuts.find(({ keys }) => first !== null && keys === `${first} ${name}`) ??
      shortcuts.find(({ keys }) => keys === name)
    if (!found && shortcuts.some(({ keys }) => keys.startsWith(`${name} `))) this.#first = { key: name, at }
    return found
  }
}
