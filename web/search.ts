import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** State in the address: read strictly, written briefly. Whatever is not acceptable is as if it were not there. */

type Reader<T> = (value: unknown) => T | undefined
type Shape = Readonly<Record<string, Reader<unknown>>>
type SearchOf<S extends Shape> = { -readonly [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> }

/** For `validateSearch` of a route: `searchOf({ ...paging, status: oneOf(['live', 'revoked']) })`. */
export function searchOf<S extends Shape>(shape: S) {
  return (search: Record<string, unknown>): SearchOf<S> =>
    Object.fromEntries(
      Object.entries(shape)
        .map(([name, reader]) => [name, reader(search[name])] as const)
        .filter(([, value]) => value !== undefined),
    ) as SearchOf<S>
}

export const whole =
  (least = 1, most = 1_000_000): Reader<number> =>
  (value) =>
    Number.isInteger(Number(value)) && Number(value) >= least && Number(value) <= most && value !== '' && value !== null
      ? Number(value)
      : undefined

export const text =
  (most = 255): Reader<string> =>
  (value) =>
    (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value).slice(0, most) : undefined

export const oneOf =
  <const V extends readonly string[]>(values: V): Reader<V[number]> =>
  (value) =>
    values.includes(value as string) ? (value as V[number]) : undefined

export const flag: Reader<boolean> = (value) => (value === true || value === 'true' ? true : undefined)

/** Where the server leads to a page: `?tested=1`. */
export const one: Reader<boolean> = (value) => (value === 1 || value === '1' ? true : undefined)

/** A sort order of the API: one of these fields, perhaps with a minus. */
export const sortBy = <const F extends readonly string[]>(fields: F): Reader<F[number] | `-${F[number]}`> =>
  oneOf([...fields, ...fields.map((field) => `-${field}`)])

export const paging = { page: whole() }

/** Changes part of the present address; `undefined` takes a name out. Changing anything but the page leads to the first. */
export function usePatchSearch<S extends object>(): (patch: Partial<{ [K in keyof S]: S[K] | undefined }>) => void {
  const navigate = useNavigate()
  return useCallback(
    (patch) => {
      void navigate({
        to: '.',
        search: ((old: object) => ({ ...old, page: undefined, ...patch })) as never,
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
}

/** The last second of the year 9999, which is as far as the API goes. */
const latest = 253_402_300_799

const secondsOf = (day: string | undefined, plusDays: 0 | 1): number | undefined => {
  const at = Date.parse(`${day}T00:00:00Z`) / 1_000 + plusDays * 86_400
  return at >= 0 && at <= latest ? at : undefined
}

/** Days as the API's range has them, which excludes its end: the second one is in it. */
export function daysAsked(from: string | undefined, to: string | undefined) {
  const [date_from, date_to] = [secondsOf(from, 0), secondsOf(to, 1)]
  return {
    ...(date_from !== undefined && { 'filter[date_from]': date_from }),
    ...(date_to !== undefined && { 'filter[date_to]': date_to }),
  }
}
