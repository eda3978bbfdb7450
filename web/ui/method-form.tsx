import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asProblem } from '../api/problem.ts'
import { api } from '../api/client.ts'
import { read, useWrite, type Write } from '../api/query.ts'
import { useCompany } from '../api/session.ts'
import { Button } from './button.tsx'
import { DialogActions } from './dialog.tsx'
import { Field, Input } from './field.tsx'
import { Form, type Typed } from './form.tsx'
import { useNow } from './now.ts'
import { ErrorNote, Note, Skeleton } from './states.tsx'

/** Another way to pay: a test card in a sandbox, a card on the provider's own page, or by the bank. */

export type NewMethod =
  | { readonly type: 'bank_transfer' }
  | {
      readonly type: 'card'
      readonly card: { number: string; expiry_month: number; expiry_year: number; cvc: string | null }
    }

type Add = Pick<Write<NewMethod, unknown>, 'run' | 'busy' | 'problem'>

interface MethodFormProps {
  /** Where the provider's page leads back to. */
  readonly returnTo: 'methods' | 'cart'
  readonly add: Add
  /** What paying by the bank means here, and what its button says. */
  readonly bank: { readonly says: string; readonly action: string }
}

export function MethodForm({ add, bank, returnTo }: MethodFormProps) {
  const [tried, setTried] = useState<NewMethod['type']>('card')
  const run = (method: NewMethod) => {
    setTried(method.type)
    add.run(method)
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <CardForm returnTo={returnTo} add={{ ...add, run, problem: tried === 'card' ? add.problem : null }} />
      <section className="border-t border-line pt-4">
        <h3 className="text-sm font-medium">Bank transfer</h3>
        <p className="mt-0.5 mb-2 text-sm text-soft">{bank.says}</p>
        {tried === 'bank_transfer' && add.problem && <ErrorNote problem={add.problem} className="mb-2" />}
        <Button small busy={add.busy} onClick={() => run({ type: 'bank_transfer' })}>
          {bank.action}
        </Button>
      </section>
    </div>
  )
}

function CardForm({ add, returnTo }: { readonly add: Add; readonly returnTo: MethodFormProps['returnTo'] }) {
  const { uuid: user_id } = useCompany()
  const { data, error } = useQuery(
    read('/ecommerce/public/{user_id}/payment-options', { params: { path: { user_id } } }),
  )
  if (error) return <ErrorNote problem={asProblem(error)} />
  if (!data) return <Skeleton className="h-64 w-full" />
  const { cards, message } = data.data
  if (cards === 'test_cards') return <SandboxCard add={add} />
  return (
    <div className="grid gap-3">
      <Note>{message}</Note>
      {cards === 'hosted_page' && <CardPage returnTo={returnTo} />}
    </div>
  )
}

/** The browser leaves for the provider's page, and comes back with the name of it. */
function CardPage({ returnTo }: { readonly returnTo: MethodFormProps['returnTo'] }) {
  const { uuid: user_id } = useCompany()
  const open = useWrite(
    () =>
      api.POST('/ecommerce/public/{user_id}/payment-methods/card-page', {
        params: { path: { user_id } },
        body: { return_to: returnTo },
      }),
    { inline: true, onDone: ({ data }) => window.location.assign(data.url) },
  )
  return (
    <div className="grid justify-items-start gap-2">
      {open.problem && <ErrorNote problem={open.problem} />}
      <Button look="primary" icon="card" busy={open.busy} onClick={() => open.run()}>
        Add card with Stripe
      </Button>
    </div>
  )
}

function SandboxCard({ add }: { readonly add: Add }) {
  const { data, error } = useQuery({ ...read('/sandbox/cards'), staleTime: Infinity })
  if (error) return <ErrorNote problem={asProblem(error)} />
  return data ? <TestCard add={add} cards={data.data} /> : <Skeleton className="h-64 w-full" />
}

const cardIn = (typed: Typed): NewMethod => ({
  type: 'card',
  card: {
    number: typed.text('card.number'),
    expiry_month: typed.number('card.expiry_month'),
    expiry_year: typed.number('card.expiry_year'),
    cvc: typed.textOrNull('card.cvc'),
  },
})

type Cards = readonly { readonly number: string; readonly behaviour: string }[]

const spaced = (number: string) => number.replaceAll(/(.{4})(?=.)/g, '$1 ')

function TestCard({ add, cards }: { readonly add: Add; readonly cards: Cards }) {
  const [number, setNumber] = useState(cards[0]?.number ?? '')
  const year = useNow().getUTCFullYear() + 3
  return (
    <Form problem={add.problem} onSubmit={(typed) => add.run(cardIn(typed))}>
      <Note>This is a sandbox: no money moves. Use a test card, never a real one.</Note>
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
          Add card
        </Button>
      </DialogActions>
    </Form>
  )
}

interface TestCardsProps {
  readonly cards: Cards
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
