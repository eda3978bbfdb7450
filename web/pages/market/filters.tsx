import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { commitmentPeriods } from '../../../src/market/pricing/pricing.rules.ts'
import { useCountryChoices } from '../../api/countries.ts'
import { numberIn } from '../../numbers.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox, inputClass } from '../../ui/field.tsx'
import { Select, type Option } from '../../ui/select.tsx'
import { providerName, registries, registryNames, terms } from '../../ui/words.ts'
import { useAsked, useFound, useWishes } from './found.ts'
import { usualSize, wishes, type MarketSearch } from './market-search.ts'
import { months as monthsIn, reputations, sizeName } from './words.ts'

/** What the search asks for. Every wish is in the address; what is typed goes there when the typing pauses. */

const sizes: readonly Option<string>[] = Array.from({ length: 17 }, (_, i) => 24 - i).map((length) => ({
  value: String(length),
  label: sizeName(length),
}))
const commitmentOptions = commitmentPeriods.map((months) => ({ value: String(months), label: monthsIn(months) }))
const registryOptions = registries.map((value) => ({ value, label: registryNames[value] }))
const reputationOptions = reputations.map((value) => ({ value, label: sentence(value) }))

export function Filters() {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <search className="mb-4 block">
      <div className="mb-2 flex items-end gap-2 lg:hidden">
        <Size />
        <Button icon="filter" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          Filters
          <HowMany />
        </Button>
      </div>
      <div
        id={id}
        className={cx(
          'grid grid-cols-2 items-end gap-x-3 gap-y-2.5 sm:grid-cols-3 lg:grid-cols-6',
          !open && 'max-lg:hidden',
        )}
      >
        <div className="max-lg:hidden">
          <Size />
        </div>
        <Labelled label="Within">
          <Words label="Within this prefix" of="inside" placeholder="45.0.0.0/8" mono most={18} />
        </Labelled>
        <Country />
        <Labelled label="City">
          <Words label="City" of="city" placeholder="Any city" most={100} />
        </Labelled>
        <Providers />
        <Choice label="Registry" of="registry" any="Any registry" options={registryOptions} />
        <Choice label="Commitment" of="months" any="Monthly" options={commitmentOptions} />
        <Labelled label="Price per month">
          <div className="flex items-center gap-1.5">
            <Amount label="Minimum price per month" of="min" placeholder="from" />
            <Amount label="Maximum price per month" of="max" placeholder="to" />
          </div>
        </Labelled>
        <Choice label="Reputation" of="reputation" any="Any reputation" options={reputationOptions} />
        <Ticks />
      </div>
    </search>
  )
}

/**
 * Asks for what was chosen when the field has said so: closing its list and beginning a search in one go is felt on a slow
 * computer.
 */
function useAsk(): ReturnType<typeof usePatchSearch<MarketSearch>> {
  const patch = usePatchSearch<MarketSearch>()
  return (wish) => void setTimeout(() => patch(wish))
}

/** By itself, so that one filter that is set does not draw all of them anew. */
function HowMany() {
  const set = useWishes()
  return set > 0 && ` · ${set}`
}

function Labelled({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span aria-hidden="true" className="text-xs text-faint">
        {label}
      </span>
      {children}
    </div>
  )
}

function Size() {
  const size = useAsked('size') ?? usualSize
  const ask = useAsk()
  return (
    <Labelled label="Size">
      <Select
        label="Size"
        options={sizes}
        value={String(size)}
        onChange={(value) => ask({ size: Number(value), pick: undefined })}
      />
    </Labelled>
  )
}

interface TypedProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly mono?: boolean
  readonly numeric?: boolean
  readonly most?: number
  readonly onSettle: (value: string) => void
}

const pause = 450

/** Settles when typing pauses, at Enter and when it is left; follows when the address changes from elsewhere. */
function Typed({ label, value, placeholder, mono, numeric, most, onSettle }: TypedProps) {
  const [[known, text], setState] = useState([value, value])
  const timer = useRef(0)
  const setText = (typed: string) => setState([value, typed])
  if (known !== value) setState([value, value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const settle = (typed: string) => {
    clearTimeout(timer.current)
    if (typed.trim() !== value) onSettle(typed.trim())
  }
  return (
    <input
      aria-label={label}
      value={text}
      placeholder={placeholder}
      maxLength={most}
      inputMode={numeric ? 'decimal' : undefined}
      className={cx(inputClass, 'h-8 w-full', mono && 'font-mono', numeric && 'text-right tabular-nums')}
      onChange={({ target }) => {
        setText(target.value)
        clearTimeout(timer.current)
        timer.current = window.setTimeout(() => settle(target.value), pause)
      }}
      onBlur={() => settle(text)}
      onKeyDown={({ key }) => key === 'Enter' && settle(text)}
    />
  )
}

interface WordsProps extends Omit<TypedProps, 'value' | 'onSettle' | 'numeric'> {
  readonly of: 'inside' | 'city'
}

function Words({ of, ...typed }: WordsProps) {
  const value = useAsked(of) ?? ''
  const ask = useAsk()
  return <Typed {...typed} value={value} onSettle={(text) => ask({ [of]: text || undefined })} />
}

function amountIn(text: string): number | undefined {
  const amount = numberIn(text)
  return amount >= 0 ? Math.round(amount) : undefined
}

interface AmountProps extends Pick<TypedProps, 'label' | 'placeholder'> {
  readonly of: 'min' | 'max'
}

function Amount({ of, ...typed }: AmountProps) {
  const value = useAsked(of)?.toString() ?? ''
  const ask = useAsk()
  return <Typed {...typed} numeric most={10} value={value} onSettle={(text) => ask({ [of]: amountIn(text) })} />
}

interface ChoiceProps {
  readonly label: string
  readonly of: 'registry' | 'reputation' | 'providers' | 'months'
  /** What is said when nothing is chosen. */
  readonly any: string
  readonly options: readonly Option<string>[]
}

/** One of a few, or none in particular. */
function Choice({ label, of, any, options }: ChoiceProps) {
  const value = useAsked(of)
  const ask = useAsk()
  return (
    <Labelled label={label}>
      <Select
        label={label}
        options={[{ value: '', label: any }, ...options]}
        value={String(value ?? '')}
        onChange={(chosen) => ask({ [of]: chosen || undefined })}
      />
    </Labelled>
  )
}

function Country() {
  const country = useAsked('country')
  const ask = useAsk()
  const options = useCountryChoices()
  return (
    <Labelled label="Country">
      <Combobox
        label="Country"
        placeholder="Any country"
        options={options}
        value={country ?? null}
        onChange={(code) => ask({ country: code ?? undefined })}
        none="No matching country."
      />
    </Labelled>
  )
}

/** Whose word on the place counts: those who say something of what was found. */
function Providers() {
  const providers = useAsked('providers')
  const data = useDeferredValue(useQuery(useFound()).data)
  const options = useMemo(() => {
    const known = new Set([
      ...(providers?.split(',') ?? []),
      ...(data?.data ?? []).flatMap(({ geo_data }) => Object.keys(geo_data)),
    ])
    return [...known].toSorted().map((value) => ({ value, label: providerName(value) }))
  }, [providers, data])
  return <Choice label={terms.geolocationSource} of="providers" any="Any source" options={options} />
}

function Ticks() {
  const set = useWishes()
  const negotiable = useAsked('negotiable') ?? false
  const all = useAsked('all') ?? false
  const ask = useAsk()
  const clear = () => ask(Object.fromEntries(wishes.map((name) => [name, undefined])))
  return (
    <div className="col-span-2 flex min-h-8 flex-wrap items-center gap-x-5 gap-y-1 sm:col-span-3">
      <Checkbox
        label={terms.openToOffers}
        checked={negotiable}
        onChange={(checked) => ask({ negotiable: checked || undefined })}
      />
      <Checkbox
        label="All sources must agree on the location"
        checked={all}
        onChange={(checked) => ask({ all: checked || undefined })}
      />
      <Button look="quiet" small className="lg:ml-auto" onClick={clear} why={set === 0 ? 'No filters set.' : undefined}>
        Clear filters
      </Button>
    </div>
  )
}
