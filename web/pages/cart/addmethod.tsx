import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useNow } from '../../ui/now.ts'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { methodsPath, useTakeMethod, useWhyNotChange, type CartView } from './cartread.ts'

/** Another way to pay: a test card in a sandbox, or by the bank anywhere. */
export function AddMethod({ cart }: { readonly cart: CartView }) {
  const [open, setOpen] = useState(false)
  const why = useWhyNotChange(cart)
  return (
    <Dialog
      title="Add a payment method"
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small icon="plus" why={why}>
          Add
        </Button>
      }
    >
      <Kinds cart={cart} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

type NewMethod =
  | { readonly type: 'bank_transfer' }
  | {
      readonly type: 'card'
      readonly card: { number: string; expiry_month: number; expiry_year: number; cvc: string | null }
    }

/** Added and chosen for this cart in one go. */
function useAdd(cart: CartView, onDone: () => void) {
  const { uuid: user_id } = useCompany()
  const take = useTakeMethod(cart)
  const add = useWrite((body: NewMethod) => api.POST(methodsPath, { params: { path: { user_id } }, body }), {
    changes: [methodsPath],
    inline: true,
    onDone: ({ data }) => void take.runAsync(data).then(onDone, () => undefined),
  })
  return { ...add, busy: add.busy || take.busy }
}

function Kinds({ cart, onDone }: { readonly cart: CartView; readonly onDone: () => void }) {
  const { data, error } = useQuery({ ...read('/sandbox/cards'), staleTime: Infinity, retry: false })
  const bank = useAdd(cart, onDone)
  return (
    <div className="grid gap-5">
      {data ? (
        <TestCard cart={cart} cards={data.data} onDone={onDone} />
      ) : error ? (
        <Note>
          {asProblem(error).status === 404
            ? 'Cards are taken by Stripe here. Its card form is not part of this portal yet: make a payment method with Stripe and add its id by the API (POST …/payment-methods, "token").'
            : asProblem(error).message}
        </Note>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
      <section className="border-t border-line pt-4">
        <h3 className="text-sm font-medium">Bank transfer</h3>
        <p className="mt-0.5 mb-2 text-sm text-soft">
          The order waits, with its blocks kept, until an operator says that the money has come.
        </p>
        {bank.problem && <ErrorNote problem={bank.problem} className="mb-2" />}
        <Button small busy={bank.busy} onClick={() => bank.run({ type: 'bank_transfer' })}>
          Pay by bank transfer
        </Button>
      </section>
    </div>
  )
}

interface TestCardProps {
  readonly cart: CartView
  readonly cards: readonly { readonly number: string; readonly behaviour: string }[]
  readonly onDone: () => void
}

const spaced = (number: string) => number.replaceAll(/(.{4})(?=.)/g, '$1 ')

function TestCard({ cart, cards, onDone }: TestCardProps) {
  const [number, setNumber] = useState(cards[0]?.number ?? '')
  const year = useNow().getUTCFullYear() + 3
  const add = useAdd(cart, onDone)
  return (
    <Form
      problem={add.problem}
      onSubmit={(typed) =>
        add.run({
          type: 'card',
          card: {
            number: typed.text('card.number'),
            expiry_month: typed.number('card.expiry_month'),
            expiry_year: typed.number('card.expiry_year'),
            cvc: typed.textOrNull('card.cvc'),
          },
        })
      }
    >
      <Note>This is a sandbox: no money moves. Use one of its test cards, never a real one.</Note>
      <TestCards cards={cards} number={number} onChoose={setNumber} />
      <Field name="card.number" label="Card number">
        <Input
          mono
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          value={spaced(number)}
          onChange={({ target }) => setNumber(target.value.replaceAll(/[^\d]/g, ''))}
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
          <Input mono pattern="\d{3,4}" maxLength={4} inputMode="numeric" autoComplete="off" defaultValue="123" />
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

interface TestCardsProps {
  readonly cards: TestCardProps['cards']
  readonly number: string
  readonly onChoose: (number: string) => void
}

function TestCards({ cards, number, onChoose }: TestCardsProps) {
  return (
    <fieldset className="grid max-h-44 gap-px overflow-y-auto rounded-md border border-line">
      <legend className="sr-only">Test card</legend>
      {cards.map((card) => (
        <label key={card.number} className="flex items-start gap-2.5 px-3 py-1.5 text-sm hover:bg-hover">
          <input
            type="radio"
            name="test-card"
            checked={card.number === number}
            onChange={() => onChoose(card.number)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="font-mono text-xs/5 whitespace-nowrap">•••• {card.number.slice(-4)}</span>
          <span className="text-xs/5 text-soft">{card.behaviour}</span>
        </label>
      ))}
    </fieldset>
  )
}
