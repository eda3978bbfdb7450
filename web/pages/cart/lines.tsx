import { Link } from '@tanstack/react-router'
import type { Cart as CartView } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card } from '../../ui/page.tsx'
import { namesOf } from '../../ui/unchecked.tsx'
import { Money, Prefix } from '../../ui/values.tsx'
import { percent } from '../../ui/words.ts'
import { cartPath, onePath, useWhyNotChange, type CartLine } from './cart-read.ts'

export function Lines({ cart }: { readonly cart: CartView }) {
  return (
    <Card title="In the cart" flush>
      <ul>
        {cart.items.map((line) => (
          <li key={line.uuid} className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
            <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-wash text-accent">
              <Icon name={line.product_type === 'loa' ? 'letter' : 'lease'} />
            </span>
            <Described line={line} />
            <div className="ml-auto text-right text-sm">
              <Money of={line.price} className="font-medium" />
              <p className="text-xs text-faint">{line.billing_cycle === 0 ? 'once' : 'a month'}</p>
            </div>
            <Remove cart={cart} line={line} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Described({ line }: { readonly line: CartLine }) {
  const { param: company } = useCompany()
  const { product_fields: fields } = line
  if ('asn' in fields)
    return (
      <div className="min-w-0 text-sm">
        <p className="font-medium">Letter of authorisation</p>
        <p className="text-xs text-soft">
          AS{fields.asn} for {fields.subnets.join(', ')}
        </p>
      </div>
    )
  const { address, cidr } = fields
  return (
    <div className="min-w-0 text-sm">
      <Link
        to="/c/$company/market/$address/$cidr"
        params={{ company, address, cidr: String(cidr) }}
        className="font-medium hover:underline"
      >
        <Prefix of={line.name} />
      </Link>
      <p className="text-xs text-soft">
        {(2 ** (32 - cidr)).toLocaleString('en')} addresses,{' '}
        {line.contract_length === null || line.contract_length === 1
          ? 'month by month'
          : `committed for ${line.contract_length} months`}
      </p>
      <Saving line={line} />
      {line.skipped_checks.length > 0 && (
        <p className="text-xs text-warn">Not checked (no data): {namesOf(line.skipped_checks)}</p>
      )}
    </div>
  )
}

/** What the commitment is worth. */
function Saving({ line: { commitment_discount: discount } }: { readonly line: CartLine }) {
  if (discount === null) return null
  return (
    <p className="text-xs text-good">
      {percent(discount.percent)} off <Money of={discount.list_price} />, saves <Money of={discount.saved} /> in total
    </p>
  )
}

function Remove({ cart, line }: { readonly cart: CartView; readonly line: CartLine }) {
  const { uuid: user_id } = useCompany()
  const why = useWhyNotChange(cart)
  const isBlock = line.product_type === 'ipv4'
  const remove = useWrite(
    () =>
      api.DELETE('/ecommerce/public/{user_id}/cart/{cart_uuid}/lines/{line_uuid}', {
        params: { path: { user_id, cart_uuid: cart.uuid, line_uuid: line.uuid } },
      }),
    {
      changes: [cartPath, onePath, '/billing/v1/{tenantUUID}/market/map', '/billing/v1/{tenantUUID}/market/search'],
      done: isBlock ? `${line.name} removed from the cart.` : 'LOA removed from the cart.',
      inline: true,
    },
  )
  return (
    <Confirm
      title={`Remove ${line.name} from the cart?`}
      says={
        isBlock ? 'The hold is released and others can lease it immediately.' : 'You can request it again at any time.'
      }
      action="Remove"
      problem={remove.problem}
      onConfirm={remove.with()}
      trigger={<IconButton icon="trash" label={`Remove ${line.name}`} small why={why} />}
    />
  )
}
