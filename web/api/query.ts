import {
  keepPreviousData,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type { PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers'
import { useRef } from 'react'
import { say, type Said } from '../ui/toast.tsx'
import { remember } from './asked.ts'
import { api, type paths } from './client.ts'
import { isForPrograms } from './curl.ts'
import { draftsBeingSent, type Draft } from './drafts.ts'
import { asProblem, type Problem } from './problem.ts'
import { rehearse, witnessed } from './rehearse.ts'

/** Reading and writing as pages do it. */

type Init<P extends keyof paths> = MaybeOptionalInit<paths[P], 'get'>
type Args<I> = RequiredKeysOf<I> extends never ? [init?: I] : [init: I]
type Answer<P extends PathsWithMethod<paths, 'get'>> = NonNullable<
  FetchResponse<paths[P]['get'] & Record<string, unknown>, Init<P>, `${string}/${string}`>['data']
>

/** What `useQuery` and route loaders take: `read('/billing/v1/{tenantUUID}', { params: { path: { tenantUUID } } })`. */
export function read<P extends PathsWithMethod<paths, 'get'>>(path: P, ...[init]: Args<Init<P>>) {
  const call = api.GET as (path: string, init: unknown) => Promise<{ data?: unknown }>
  const question = () =>
    rehearse(
      () => call(path, init),
      () => undefined,
    )
  return queryOptions({
    queryKey: [path, init] as const satisfies QueryKey,
    queryFn: async ({ signal }) => {
      return (await call(path, { ...(init as object), signal })).data as Answer<P>
    },
    // The page before stays until the next one is there.
    placeholderData: keepPreviousData,
    structuralSharing: (old, next) => remember(replaceEqualDeep(old, next), question),
  })
}

type ReadPath = PathsWithMethod<paths, 'get'>

interface WriteOptions<V, R> {
  /** Reads that this makes stale, by their paths. */
  readonly changes?: readonly ReadPath[]
  /** What to say when it is done; with `undo`, how to take it back. */
  readonly done?: string | ((result: R, given: V) => readonly [said: string, more?: Said])
  readonly onDone?: (result: R, given: V) => void
  /** The page shows the refusal itself, in a form or a dialog; otherwise a toast says it. */
  readonly inline?: boolean
  /** Shown at once, taken back when it is refused: how the cached answer of a read will look. */
  readonly optimistic?: (given: V) => readonly Guess[]
}

/** One cached answer and how it will look. */
interface Guess {
  readonly queryKey: QueryKey
  readonly becomes: (old: never) => unknown
}

interface Reading {
  readonly queryKey: QueryKey
  readonly queryFn?: ((...args: never) => unknown) | undefined
}

type AnswerTo<O extends Reading> = Awaited<ReturnType<NonNullable<O['queryFn']>>>

export function guess<O extends Reading>(of: O, becomes: (old: AnswerTo<O>) => AnswerTo<O>): Guess {
  return { queryKey: of.queryKey, becomes }
}

/** A handler, and the request that it would send: null where there is none. */
type Deed<A extends unknown[], R> = ((...args: A) => R) & { readonly request: (...args: A) => Request | null }

export interface Write<V, R> {
  readonly run: (given: V) => void
  /** Rejects with the `Problem`. */
  readonly runAsync: (given: V) => Promise<R>
  /** For `Confirm`: what it does can also be copied as a command. For calls that programs have, and work that sends at once. */
  readonly with: (given: V) => Deed<[], Promise<R>>
  /** For `Form`, likewise: `from` makes what is given of what is typed. */
  readonly from: <T>(of: (typed: T) => V) => Deed<[typed: T], void>
  readonly busy: boolean
  readonly problem: Problem | null
  readonly result: R | undefined
  readonly reset: () => void
}

function wordsOf(given: unknown): string {
  try {
    return JSON.stringify(given) ?? ''
  } catch {
    return ''
  }
}

/** What is given to a write, and the drafts of the form that it was typed into. */
interface Sending<V> {
  readonly given: V
  readonly drafts: readonly Draft[]
}

/** The same again, while it is under way, is the same deed. */
function useOnce<V, R>(send: (sending: Sending<V>) => Promise<R>): (given: V) => Promise<R> {
  const underWay = useRef(new Map<string, Promise<R>>())
  return (given) => {
    const name = wordsOf(given)
    const known = underWay.current.get(name)
    if (known) return known
    const begun = send({ given, drafts: draftsBeingSent() }).finally(() => underWay.current.delete(name))
    underWay.current.set(name, begun)
    return begun
  }
}

/** A change: `useWrite((email: string) => api.POST(…), { changes: ['/portal/…/members'], done: 'Invited.' })`. */
export function useWrite<V = void, R = unknown>(
  work: (given: V) => Promise<{ data?: R }>,
  { changes = [], done, onDone, inline = false, optimistic }: WriteOptions<V, R> = {},
): Write<V, R> {
  const client = useQueryClient()
  const mutation = useMutation({
    meta: { quiet: inline },
    mutationFn: async ({ given, drafts }: Sending<V>) => {
      const [answer, request] = witnessed(() => work(given))
      const result = (await answer).data as R
      // The server has it, whatever is read anew because of it.
      for (const draft of drafts) draft.sent()
      return { result, request }
    },
    onMutate: async ({ given }) => {
      const guesses = optimistic?.(given) ?? []
      await Promise.all(guesses.map(({ queryKey }) => client.cancelQueries({ queryKey })))
      const before = guesses.map(({ queryKey }) => [queryKey, client.getQueryData(queryKey)] as const)
      for (const { queryKey, becomes } of guesses)
        client.setQueryData(queryKey, (old: unknown) => (old === undefined ? old : becomes(old as never)))
      return before
    },
    onError: (_error, _sending, before) => {
      for (const [queryKey, data] of before ?? []) client.setQueryData(queryKey, data)
    },
    onSuccess: ({ result, request }, { given }) => {
      const [said, more] = typeof done === 'function' ? done(result, given) : [done]
      // A dialog or a form has had a place for it.
      const isNews = !inline && request !== null && isForPrograms(request)
      if (said !== undefined) say(said, { ...more, ...(isNews && { request }) })
      onDone?.(result, given)
    },
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => (changes as readonly unknown[]).includes(queryKey[0]) }),
  })
  const runOnce = useOnce(async (sending: Sending<V>) => (await mutation.mutateAsync(sending)).result)
  const run = (given: V) => void runOnce(given).catch(() => undefined)
  return {
    run,
    runAsync: runOnce,
    with: (given) => Object.assign(() => runOnce(given), { request: () => rehearse(work, () => given) }),
    from: <T>(of: (typed: T) => V) =>
      Object.assign((typed: T) => run(of(typed)), { request: (typed: T) => rehearse(work, () => of(typed)) }),
    busy: mutation.isPending,
    problem: mutation.error === null ? null : asProblem(mutation.error),
    result: mutation.data?.result,
    reset: () => mutation.reset(),
  }
}
