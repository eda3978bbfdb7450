import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox, Field, Input, TextArea } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Note } from '../../ui/states.tsx'
import { AsnField, useVerdict, whyUnfit, type Verdict } from './asn-field.tsx'
import { Blocks } from './blocks.tsx'
import { elsewhere, usePatchWish, useWish } from './wish.ts'

/** Letters for one AS number and as many blocks as are chosen; they go into the cart. */

export function NewLetters() {
  const { uuid: tenantUUID } = useCompany()
  const wish = useWish()
  const patch = usePatchWish()
  const [inCart, setInCart] = useState(0)
  const verdict = useVerdict(wish.asn, wish.subnets)
  const add = useWrite(
    (body: ReturnType<typeof itemOf>) =>
      api.POST('/billing/v1/{tenantUUID}/cart/items', { params: { path: { tenantUUID } }, body }),
    {
      inline: true,
      changes: ['/ecommerce/public/{user_id}/cart'],
      onDone: (_, { product_fields }) => {
        setInCart(product_fields.subnets.length)
        patch({ subnets: [] })
      },
    },
  )
  return (
    <>
      <PageHeader
        title="Request letters"
        says="A letter each for the blocks you choose: that this AS may announce them. The holder is asked for what has to be registered."
      />
      {inCart > 0 && <InCart count={inCart} />}
      <Form
        problem={add.problem}
        className="gap-4"
        onSubmit={(typed) => verdict.asn !== null && add.run(itemOf(typed, verdict.asn, wish.subnets))}
      >
        <Card title="1. Who announces">
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

const yesOrNo = (yes: boolean) => (yes ? ('yes' as const) : ('no' as const))

const itemOf = (typed: Typed, asn: number, subnets: readonly string[]) => ({
  product_type: 'loa' as const,
  billing_cycle: 0,
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
            Go to the cart
          </LinkButton>
        }
      >
        {count === 1 ? 'The letter is in your cart.' : `${count} letters are in your cart.`} It is requested when you
        check out; you can add more before.
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
    <Card title="3. What the letter says">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="product_fields.company_name"
          label="Company"
          hint="Whom the letter names. Another than your own, the holder has to confirm first."
        >
          <Input required maxLength={255} defaultValue={title} />
        </Field>
        <Field
          name="product_fields.max_length"
          label="Longest prefix that may be announced"
          hint="No longer than you need: the holder makes a ROA for each prefix down to it."
        >
          <Select
            key={longest}
            name="product_fields.max_length"
            options={lengths.map((length) => ({ value: length, label: `/${length}` }))}
            defaultValue={String(longest > 8 ? longest : 24)}
          />
        </Field>
        <Field name="product_fields.info" label="A note for the holder" optional className="sm:col-span-2">
          <TextArea rows={2} maxLength={1_000} />
        </Field>
      </div>
    </Card>
  )
}

function Registered() {
  return (
    <Card title="4. What the holder is asked to register">
      <div className="grid gap-4 sm:grid-cols-2">
        <Checkbox
          name="roa"
          defaultChecked
          label="A ROA"
          hint="So that networks which check the RPKI accept the announcement. The letter waits for it."
        />
        <Checkbox
          name="route"
          defaultChecked
          label="A route object at the registry"
          hint="For networks that build their filters from it."
        />
        <Checkbox name="radb" label="A route object at RADB" hint="Where an upstream of yours asks for one." />
        <Checkbox
          name="create_whois_inetnum"
          label="A registry record of its own"
          hint="The block then has its own entry in whois."
        />
        <Checkbox
          name="whois_data_exposed"
          label="Our company may be named there"
          hint="Otherwise the record says only that the block is leased."
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
    (subnets.length === 0 ? 'Choose the blocks first.' : undefined) ??
    (taken ? `${taken.subnet} has a letter for this AS already.` : undefined)
  const count = subnets.length
  return (
    <div className="flex flex-wrap items-center justify-end gap-4">
      <p className="text-sm text-soft" aria-live="polite">
        {count === 0 ? 'No block chosen yet' : `${count} ${count === 1 ? 'letter' : 'letters'}`}
        {verdict.asn !== null && ` for AS${verdict.asn}`}
      </p>
      <Button type="submit" look="primary" icon="cart" why={whyNot} busy={busy}>
        Put into the cart
      </Button>
    </div>
  )
}
