import { inTransaction, type Context } from '../../kernel/context.ts'
import { job } from '../../kernel/work/jobs.ts'
import { showSources } from '../../network/index.ts'
import { raise, type Raised } from '../alert/raise.actions.ts'
import { noteFresh, noteStale, operatorCompanies, type SourceName } from './stale.store.ts'

/** Operators are told of data that has grown too old, and that it is fresh again: each once. */
export const noticeStaleSources = job({
  name: 'notice_stale_sources',
  run: (ctx) => inTransaction(ctx, notice),
})

async function notice(ctx: Context): Promise<void> {
  const sources = await showSources(ctx)
  const stale = sources.filter((source) => source.stale === true).map(nameOf)
  const grown = await noteStale(ctx, stale)
  // One that was removed has not become fresh.
  const isServed = (one: SourceName) => sources.some((source) => source.stale === false && isSame(nameOf(source), one))
  const fresh = (await noteFresh(ctx, stale)).filter(isServed)
  const companies = await operatorCompanies(ctx)
  await raise(
    ctx,
    companies.flatMap((tenant) => [...grown.map(staleIn(tenant)), ...fresh.map(freshIn(tenant))]),
  )
}

const nameOf = ({ kind, name }: { readonly kind: string; readonly name: string | null }): SourceName => ({
  kind,
  name: name ?? '',
})

const isSame = (a: SourceName, b: SourceName): boolean => a.kind === b.kind && a.name === b.name

const wordsFor = ({ kind, name }: SourceName): string => (name === '' || name === kind ? kind : `${kind} ${name}`)

const lead = { label: 'View sources', page: '/operator/network' } as const

const staleIn =
  (tenant: string) =>
  (source: SourceName): Raised => ({
    tenant,
    kind: 'data',
    cause: 'source.stale',
    person: null,
    whole: true,
    several: (count) => `${count} sources are stale`,
    lead,
    happening: {
      severity: 'warning',
      count: 1,
      subject: `${wordsFor(source)}: data is stale`,
      text: `${wordsFor(source)} has not been updated for too long, so its data no longer counts. Check why it cannot be fetched, or import a newer file.\n`,
      lead,
    },
  })

const freshIn =
  (tenant: string) =>
  (source: SourceName): Raised => ({
    tenant,
    kind: 'data',
    cause: 'source.fresh',
    person: null,
    whole: true,
    several: (count) => `${count} sources are fresh again`,
    lead,
    happening: {
      severity: 'good',
      count: 1,
      subject: `${wordsFor(source)} is fresh again`,
      text: `${wordsFor(source)} has been updated and counts again.\n`,
      lead,
    },
  })
