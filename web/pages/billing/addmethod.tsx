import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { read, useWrite, type Write } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { useNow } from '../../ui/now.ts'
import { Select } from '../../ui/select.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'

/** Another way to pay: a test card in a sandbox, a bank transfer anywhere. */

const methodsPath = '/ecommerce/public/{user_id}/payment-methods'

type NewMethod =
  | { readonly type: 'bank_transfer' }
  | {
      readonly type: 'card'
      readonly card: { number: string; expiry_month: number; expiry_year: number; cvc: string | null }
    }

export function AddMethod() {
  const { uuid: user_id } = useCompany()
  const why = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const add = useWrite((body: NewMethod) => api.POST(methodsPath, { params: { path: { user_id } }, body }), {
    changes: [methodsPath],
    inline: true,
    done: 'The payment method is added.',
    onDone: () => setOpen(false),
  })
  return (
    <Dialog
      title="Add a payment method"
      open={open}
      onOpen={setOpen}
      trigger={
        <Button look="primary" icon="plus" why={why}>
          Add a method
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <CardForm add={add} />
        <section className="border-t border-line pt-4">
          <h3 className="text-sm font-medium">Bank transfer</h3>
          <p className="mt-0.5 mb-2 text-sm text-soft">
            What is paid by it waits until an operator says that the money has come.
          </p>
          <Button small busy={add.busy} onClick={() => add.run({ type: 'bank_transfer' })}>
            Add bank transfer
          </Button>
        </section>
      </div>
    </Dialog>
  )
}

type Add = Write<NewMethod, unknown>

function CardForm({ add }: { readonly add: Add }) {
  const { data, error } = useQuery({ ...read('/sandbox/cards'), staleTime: Infinity, retry: false })
  if (data) return <TestCard add={add} cards={data.data} />
  if (!error) return <Skeleton className="h-64 w-full" />
  const problem = asProblem(error)
  return problem.status === 404 ? (
    <Note>
      Cards are taken by Stripe here, and its card form is not part of this portal: make a payment method with Stripe
      and add its id by the API.
    </Note>
  ) : (
    <ErrorNote problem={problem} />
  )
}

interface TestCardProps {
  readonly add: Add
  readonly cards: readonly { readonly number: string; readonly behaviour: string }[]
}

const readCard = (typed: Typed): NewMethod => ({
  type: 'card',
  card: {
    number: typed.text('card.number'),
    expiry_month: typed.number('card.expiry_month'),
    expiry_year: typed.number('card.expiry_year'),
    cvc: typed.textOrNull('card.cvc'),
  },
})

function TestCard({ add, cards }: TestCardProps) {
  const [number, setNumber] = useState(cards[0]?.number ?? '')
  const year = useNow().getUTCFullYear() + 3
  const options = cards.map((card) => ({
    value: card.number,
    label: `•••• ${card.number.slice(-4)}`,
    hint: card.behaviour,
  }))
  return (
    <Form problem={add.problem} onSubmit={(typed) => add.run(readCard(typed))}>
      <Note>This is a sandbox: no money moves. Use one of its test cards, never a real one.</Note>
      <Field name="test_card" label="Test card" hint={cards.find((card) => card.number === number)?.behaviour}>
        <Select options={options} value={number} onChange={setNumber} />
      </Field>
      <Field name="card.number" label="Card number">
        <Input
          mono
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
      </Field>
      <div className="grid grid-cols-3 gap-3">
        <Field name="card.expiry_month" label="Month">
          <Input mono required type="number" min={1} max={12} defaultValue={12} />
        </Field>
        <Field name="card.expiry_year" label="Year">
          <Input mono required type="number" min={2000} max={2199} defaultValue={year} />
        </Field>
        <Field name="card.cvc" label="CVC">
          <Input mono maxLength={4} inputMode="numeric" autoComplete="off" defaultValue="123" />
        </Field>
      </div>
      <DialogActions>
        <Button type="submit" look="primary" busy={add.busy}>
          Add the card
        </Button>
      </DialogActions>
    </Form>
  )
}
