import { useQuery } from '@tanstack/react-query'
import type { BankAccount, BankTransfer as Transfer, Order } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { Card, DescriptionList, type Fact } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Money } from '../../ui/values.tsx'

/** How to pay an order by a bank: reference, accounts, and the code that banking apps read. */
export function BankTransfer({ order }: { readonly order: Order }) {
  const { uuid: user_id } = useCompany()
  const path = { user_id, order_uuid: order.uuid }
  const { data } = useQuery(read('/ecommerce/public/{user_id}/orders/{order_uuid}/bank-transfer', { params: { path } }))
  if (data?.data.accounts.length === 0) return null
  return (
    <Card
      title="Pay by bank transfer"
      actions={
        <DownloadLink href={`/ecommerce/public/${user_id}/orders/${order.uuid}/pro-forma`}>Pro-forma</DownloadLink>
      }
    >
      {data ? <Details transfer={data.data} /> : <Skeleton className="h-40 w-full" />}
    </Card>
  )
}

function Details({ transfer }: { readonly transfer: Transfer }) {
  const { reference, reference_printed, amount, accounts, qr_code } = transfer
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="grid min-w-64 flex-1 gap-4">
        <p className="max-w-2xl text-sm text-soft">
          Send exactly <Money of={amount} className="font-medium text-ink" /> and quote the reference. The order is
          completed once the transfer arrives.
        </p>
        <DescriptionList
          facts={[
            ['Reference', <Copied text={reference} shown={reference_printed} />, 'long'],
            ...accounts.flatMap(factsOf),
          ]}
        />
      </div>
      {qr_code && (
        <figure className="grid justify-items-center gap-1">
          <QrCode modules={qr_code.modules} />
          <figcaption className="text-xs text-soft">For banking apps in the euro area</figcaption>
        </figure>
      )}
    </div>
  )
}

const factsOf = ({ holder, iban, account, bic, bank }: BankAccount): Fact[] => [
  ['Account holder', holder],
  iban === null
    ? ['Account', <Copied text={account ?? ''} shown={account ?? ''} />, 'long']
    : ['IBAN', <Copied text={iban} shown={iban.replaceAll(/(.{4})(?=.)/g, '$1 ')} />, 'long'],
  ...(bic === null ? [] : [['BIC', <span className="font-mono">{bic}</span>] as const]),
  ...(bank === null ? [] : [['Bank', bank] as const]),
]

function Copied({ text, shown }: { readonly text: string; readonly shown: string }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-mono">{shown}</span>
      <CopyButton text={text} />
    </span>
  )
}

/** Four modules of light around it, on white whatever the theme: readers look for that. */
const quiet = 4

function QrCode({ modules }: { readonly modules: readonly string[] }) {
  const side = modules.length + 2 * quiet
  const squares = modules.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + quiet} ${y + quiet}h${run.length}v1h-${run.length}z`,
    ),
  )
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${squares.join('')}"/></svg>`
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
      alt="QR code for banking apps"
      className="size-44 rounded-md"
    />
  )
}
