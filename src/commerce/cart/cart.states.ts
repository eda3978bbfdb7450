import { machine } from '../../kernel/machine.ts'

/** A cart is current until it is ordered; while its payment is under way nothing about it changes. */
export const cartStates = machine('cart', 'open', {
  open: { check_out: 'checkout', order: 'ordered' },
  checkout: { order: 'ordered', give_back: 'open' },
  ordered: {},
})
