import type { TreeNode } from './offer-read.ts'
import { terms } from '../../ui/words.ts'

type State = TreeNode['state']

export const stateNames: Readonly<Record<State, string>> = {
  free: terms.available,
  hidden: 'Hidden',
  held: terms.held,
  leased: terms.leased,
  mixed: 'Partly leased',
}

/** Told apart by more than colour: hidden is hatched, held is dashed. */
export const partLooks: Readonly<Record<State, string>> = {
  free: 'border-accent/40 bg-accent-wash text-accent',
  hidden: 'hatched border-edge text-soft',
  held: 'border-dashed border-warn bg-warn-wash text-warn',
  leased: 'border-info/40 bg-info-wash text-info',
  mixed: 'border-edge bg-surface text-ink',
}

export const barLooks = { leased: 'bg-info', held: 'bg-warn', free: 'bg-accent', hidden: 'bg-edge' } as const

/** Everything one sees of a part, for those who hear it. */
export function spoken({ address, cidr, state, ips, claim, pricing }: TreeNode): string {
  const counts = (['free', 'hidden', 'held', 'leased'] as const)
    .filter((kind) => ips[kind] > 0)
    .map((kind) => `${ips[kind].toLocaleString('en')} ${stateNames[kind].toLowerCase()}`)
  return [
    claim ? `${address}/${cidr} ${claim.lessee}` : `${address}/${cidr}`,
    state === 'mixed' ? counts.join(', ') : stateNames[state].toLowerCase(),
    ...(pricing && state === 'free' ? [`${pricing.price} a month`] : []),
  ].join(', ')
}
