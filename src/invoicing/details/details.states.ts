import { machine } from '../../kernel/machine.ts'

/** Where a holder is paid to: asked for, then confirmed by mail. Of those that have taken effect the latest counts. */
export const bankDetailsStates = machine('bank_details', 'requested', {
  requested: { confirm: 'confirmed', withdraw: 'withdrawn' },
  confirmed: { withdraw: 'withdrawn' },
  withdrawn: {},
})
