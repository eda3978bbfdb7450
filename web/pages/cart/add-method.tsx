import { useState } from 'react'
import type { Cart as CartView } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MethodForm, type NewMethod } from '../../ui/method-form.tsx'
import { methodsPath, useTakeMethod, useWhyNotChange } from './cart-read.ts'

/** Added and chosen for this cart in one go. */
export function AddMethod({ cart }: { readonly cart: CartView }) {
  const { uuid: user_id } = useCompany()
  const [open, setOpen] = useState(false)
  const take = useTakeMethod(cart)
  const add = useWrite((body: NewMethod) => api.POST(methodsPath, { params: { path: { user_id } }, body }), {
    changes: [methodsPath],
    inline: true,
    onDone: ({ data }) =>
      void take.runAsync(data).then(
        () => setOpen(false),
        () => undefined,
      ),
  })
  return (
    <Dialog
      title="Add payment method"
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small icon="plus" why={useWhyNotChange(cart)}>
          Add
        </Button>
      }
    >
      <MethodForm
        returnTo="cart"
        add={{ ...add, busy: add.busy || take.busy }}
        bank={{
          says: 'Your order is held, with its blocks, until an operator confirms that the transfer has arrived.',
          action: 'Pay by bank transfer',
        }}
      />
    </Dialog>
  )
}
