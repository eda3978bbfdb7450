import { machine } from '../../kernel/machine.ts'

/** Money that came by a bank: nobody has said yet whose it is, or it has been booked, or it is none of ours. */
export const bankLineStates = machine('bank_line', 'open', {
  open: { book: 'booked', dismiss: 'dismissed' },
  booked: {},
  dismissed: {},
})
