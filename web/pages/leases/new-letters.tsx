import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyCurl } from '../../ui/curl/copy-curl.tsx'
import { Checkbox, Field, Input, TextArea } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'
import { terms } from '../../ui/words.ts'
import { AsnField, useVerdict, whyUnfit, type Verdict } from './asn-field.tsx'
import { Blocks } from './blocks.tsx'
import { elsewhere, usePatchWish, useWish } from './wish.ts'

/** Letters for one AS number and as many blocks as are chosen: requested at once, or put into the cart where they have a price. */

export function NewLetters() {
  const wish = useWish()
  const verdict = useVerdict(wish.asn, wish.subnets)
  const { add, inCart } = useRequest()
  return (
    <>
      <PageHeader
        title={terms.requestLoas}
        says="One LOA for each block you select, authorising this AS to announce it. The holder is asked to create the ROA and route objects."
      />
      {inCart > 0 && <InCart count={inCart} />}
      <Form
        problem={add.problem}
        keeps="letters"
        className="gap-4"
        onSubmit={add.from((typed) => itemOf(typed, verdict.asn ?? 0, wish.subnets))}
      >
        <Card title="1. Originating AS">
          <AsnField verdict={verdict} />
        </Card>
        <Blocks verdict={verdict} />
        <Says />
        <Registered />
        <Submit verdict={verdict} busy={add.busy} />
      </Form>
    </>
  )
}

/** Requested, the page leads to them; in the cart, it says so and takes more. */
function useRequest() {
  const { uuid: tenantUUID, param: company } = useCompany()
  const patch = usePatchWish()
  const navigate = useNavigate()
  const [inCart, setInCart] = useState(0)
  const path = { tenantUUID }
  const add = useWrite(
    (item: ReturnType<typeof itemOf>) =>
      request(path, item).then(async (isDone) => {
        if (isDone) return { data: { priced: false } }
        const body = { product_type: 'loa' as const, billing_cycle: 0, ...item }
        await api.POST('/billing/v1/{tenantUUID}/cart/items', { params: { path }, body })
        return { data: { priced: true } }
      }),
    {
      inline: true,
      changes: ['/ecommerce/public/{user_id}/cart', '/billing/v1/{tenantUUID}/market/ipv4/letters'],
      onDone: ({ priced }, { product_fields: { subnets } }) => {
        if (!priced) {
          say(subnets.length === 1 ? 'LOA requested.' : `${subnets.length} LOAs requested.`)
          return void navigate(elsewhere('/c/$company/letters', company))
        }
        setInCart(subnets.length)
        return patch({ subnets: [] })
      },
    },
  )
  return { add, inCart }
}

/** False where letters have a price: then they go through the cart like all that is paid for. */
async function request(path: { readonly tenantUUID: string }, body: ReturnType<typeof itemOf>): Promise<boolean> {
  try {
    await api.POST('/billing/v1/{tenantUUID}/market/ipv4/letters', { params: { path }, body })
    return true
  } catch (error) {
    if (asProblem(error).code === 'letters_cost') return false
    throw error
  }
}

const yesOrNo = (yes: boolean) => (yes ? ('yes' as const) : ('no' as const))

const itemOf = (typed: Typed, asn: number, subnets: readonly string[]) => ({
  product_fields: {
    asn,
    company_name: typed.text('product_fields.company_name'),
    max_length: typed.number('product_fields.max_length'),
    info: typed.textOrNull('product_fields.info'),
    create_whois_inetnum: typed.has('create_whois_inetnum'),
    whois_data_exposed: typed.has('whois_data_exposed'),
    subnets: [...subnets],
  },
  product_options: {
    selection: {
      roa: yesOrNo(typed.has('roa')),
      radb: yesOrNo(typed.has('radb')),
      route: yesOrNo(typed.has('route')),
    },
  },
})

function InCart({ count }: { readonly count: number }) {
  const { param: company } = useCompany()
  return (
    <output className="mb-4 block">
      <Note
        tone="good"
        action={
          <LinkButton small look="primary" icon="cart" {...elsewhere('/c/$company/cart', company)}>
            Go to cart
          </LinkButton>
        }
      >
        {count === 1 ? 'The LOA is in your cart.' : `${count} LOAs are in your cart.`} It is requested when you check
        out; you can add more first.
      </Note>
    </output>
  )
}

/** Of several blocks the longest prefix suits all that are no smaller. */
function Says() {
  const { title } = useCompany()
  const { subnets } = useWish()
  const longest = Math.max(8, ...subnets.map((subnet) => Number(subnet.split('/')[1])))
  const lengths = Array.from({ length: 24 - Math.min(longest, 24) + 1 }, (_, i) => String(24 - i))
  return (
    <Card title="3. LOA details">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="product_fields.company_name"
          label="Company"
          hint="The company named on the LOA. If it is not your own, the holder has to confirm it first."
        >
          <Input required maxLength={255} defaultValue={title} />
        </Field>
        <Field
          name="product_fields.max_length"
          label="Maximum prefix length"
          hint="No longer than you need: the holder creates a ROA for each prefix down to this length."
        >
          <Select
            key={longest}
            name="product_fields.max_length"
            options={lengths.map((length) => ({ value: length, label: `/${length}` }))}
            defaultValue={String(longest > 8 ? longest : 24)}
          />
        </Field>
        <Field name="product_fields.info" label="Note to the holder" optional className="sm:col-span-2">
          <TextArea rows={2} maxLength={1_000} />
        </Field>
      </div>
    </Card>
  )
}

function Registered() {
  return (
    <Card title="4. Requested from the holder">
      <div className="grid gap-4 sm:grid-cols-2">
        <Checkbox
          name="roa"
          defaultChecked
          label="A ROA"
          hint="So that networks doing RPKI origin validation accept the announcement. The LOA is released once it is visible."
        />
        <Checkbox
          name="route"
          defaultChecked
          label="Route object in the registry's IRR"
          hint="For networks that build their filters from the IRR."
        />
        <Checkbox name="radb" label="Route object in RADB" hint="If one of your upstreams requires it." />
        <Checkbox name="create_whois_inetnum" label="Own registry record" hint="The block gets its own WHOIS entry." />
        <Checkbox
          name="whois_data_exposed"
          label="Name our company in it"
          hint="Otherwise the record only says that the block is leased."
        />
      </div>
    </Card>
  )
}

function Submit({ verdict, busy }: { readonly verdict: Verdict; readonly busy: boolean }) {
  const { subnets } = useWish()
  const member = useWhyNot('member')
  const taken = verdict.subnets.find(({ subnet, already_added }) => already_added && subnets.includes(subnet))
  const whyNot =
    member ??
    whyUnfit(verdict) ??
    (subnets.length === 0 ? 'Select blocks first.' : undefined) ??
    (taken ? `${taken.subnet} already has an LOA for this AS.` : undefined)
  const count = subnets.length
  return (
    <div className="flex flex-wrap items-center justify-end gap-4">
      <p className="text-sm text-soft" aria-live="polite">
        {count === 0 ? 'No blocks selected' : `${count} ${count === 1 ? 'LOA' : 'LOAs'}`}
        {verdict.asn !== null && ` for AS${verdict.asn}`}
      </p>
      <CopyCurl />
      <Button type="submit" look="primary" why={whyNot} busy={busy}>
        {count === 1 ? 'Request LOA' : terms.requestLoas}
      </Button>
    </div>
  )
}
