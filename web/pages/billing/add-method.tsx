import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MethodForm, type NewMethod } from '../../ui/method-form.tsx'

const methodsPath = '/ecommerce/public/{user_id}/payment-methods'

export function AddMethod() {
  const { uuid: user_id } = useCompany()
  const why = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const add = useWrite((body: NewMethod) => api.POST(methodsPath, { params: { path: { user_id } }, body }), {
    changes: [methodsPath],
    inline: true,
    done: 'Payment method added.',
    onDone: () => setOpen(false),
  })
  return (
    <Dialog
      title="Add payment method"
      open={open}
      onOpen={setOpen}
      trigger={
        <Button look="primary" icon="plus" why={why}>
          Add method
        </Button>
      }
    >
      <MethodForm
        returnTo="methods"
        add={add}
        bank={{
          says: 'Orders wait until an operator confirms that the transfer has arrived.',
          action: 'Add bank transfer',
        }}
      />
    </Dialog>
  )
}
