import { useId } from 'react'
import type { MarketBlock as BlockOnOffer } from '../../../client/api.gen.ts'
import { cx } from '../../ui/cx.ts'
import { brief } from '../../ui/price/price-pair.ts'
import { Money, None } from '../../ui/values.tsx'
import { useMonths } from './use-months.ts'
import { months as monthsIn } from './words.ts'

/** What each commitment costs; choosing one is choosing a row. */
export function PriceTable({ block }: { readonly block: BlockOnOffer }) {
  const name = useId()
  const [months, setMonths] = useMonths(block)
  return (
    <>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-faint">
            <th scope="col" className="h-9 px-4 text-left font-medium">
              Commitment
            </th>
            <th scope="col" className="px-4 text-right font-medium max-sm:hidden">
              Per address
            </th>
            <th scope="col" className="px-4 text-right font-medium whitespace-nowrap">
              Per month
            </th>
            <th scope="col" className="px-4 text-right font-medium whitespace-nowrap">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {block.prices.map((price) => (
            <PriceRow
              key={price.contract_length}
              block={block}
              price={price}
              name={name}
              chosen={price.contract_length === months}
              onChoose={setMonths}
            />
          ))}
        </tbody>
      </table>
      <p className="border-t border-line px-4 py-2.5 text-xs text-faint">
        Monthly leases can be terminated at the end of any month. A commitment fixes the price for its term; leaving
        early incurs a fee on the remaining months. Prices exclude tax.
      </p>
    </>
  )
}

interface PriceRowProps {
  readonly block: BlockOnOffer
  readonly price: BlockOnOffer['prices'][number]
  readonly name: string
  readonly chosen: boolean
  readonly onChoose: (months: number) => void
}

function PriceRow({ block, price, name, chosen, onChoose }: PriceRowProps) {
  const { contract_length } = price
  return (
    <tr className={cx('relative border-b border-line last:border-b-0', chosen ? 'bg-accent-wash' : 'hover:bg-hover')}>
      <th scope="row" className="h-11 px-4 text-left font-medium whitespace-nowrap">
        <label className="flex items-center gap-2.5 after:absolute after:inset-0">
          <input
            type="radio"
            name={name}
            checked={chosen}
            onChange={() => onChoose(contract_length)}
            className="size-4 accent-accent"
          />
          {monthsIn(contract_length)}
          <Less percent={price.discount_percent} />
        </label>
      </th>
      <td className="px-4 text-right text-soft tabular-nums max-sm:hidden">{brief(price.price_per_ip)}</td>
      <td className="px-4 text-right">
        <Money of={price.price} currency={block.currency} />
      </td>
      <td className="px-4 text-right">
        {contract_length === 1 ? (
          <None />
        ) : (
          <Money of={price.total} currency={block.currency} className="font-medium" />
        )}
        {price.saved > 0 && (
          <span className="block text-xs whitespace-nowrap text-good">
            saves <Money of={price.saved} currency={block.currency} />
          </span>
        )}
      </td>
    </tr>
  )
}

/** What the commitment takes off a month. */
function Less({ percent }: { readonly percent: number }) {
  return percent > 0 && <span className="text-xs font-normal text-good">{percent}% off</span>
}
