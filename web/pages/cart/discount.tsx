import { useState } from 'react'
import type { Cart as CartView } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { cartPath, useWhyNotChange } from './cart-read.ts'

/** One at a time; another takes its place. */
export function DiscountCode({ cart }: { readonly cart: CartView }) {
  return cart.discount_code === null ? <Enter cart={cart} /> : <Entered cart={cart} code={cart.discount_code} />
}

const path = '/ecommerce/public/{user_id}/cart/{cart_uuid}/discount-code/{code}'

function Enter({ cart }: { readonly cart: CartView }) {
  const { uuid: user_id } = useCompany()
  const why = useWhyNotChange(cart)
  const [code, setCode] = useState('')
  const apply = useWrite(
    () => api.POST(path, { params: { path: { user_id, cart_uuid: cart.uuid, code: code.trim() } } }),
    { changes: [cartPath], inline: true },
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && why === undefined) apply.run()
      }}
    >
      <div className="flex gap-2">
        <input
          aria-label="Discount code"
          placeholder="Discount code"
          maxLength={64}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          className={cx(inputClass, 'h-8 flex-1 font-mono uppercase placeholder:font-sans placeholder:normal-case')}
        />
        <Button type="submit" busy={apply.busy} why={why ?? (code.trim() === '' ? 'Enter a code first.' : undefined)}>
          Apply
        </Button>
      </div>
      {apply.problem && <ErrorNote problem={apply.problem} className="mt-2" />}
    </form>
  )
}

function Entered({ cart, code }: { readonly cart: CartView; readonly code: string }) {
  const { uuid: user_id } = useCompany()
  const why = useWhyNotChange(cart)
  const remove = useWrite(() => api.DELETE(path, { params: { path: { user_id, cart_uuid: cart.uuid, code } } }), {
    changes: [cartPath],
  })
  const counts = cart.discount_breakdown.length > 0
  return (
    <div className="flex h-8 items-center justify-between rounded-md bg-sunken pr-1 pl-2.5 text-sm">
      <span>
        <span className="font-mono">{code}</span>{' '}
        <span className="text-soft">{counts ? 'applies' : 'is no longer valid; remove it'}</span>
      </span>
      <IconButton icon="close" label={`Remove code ${code}`} small why={why} onClick={() => remove.run()} />
    </div>
  )
}
