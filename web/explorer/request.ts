import type { Trial, TrialRequest } from '../../src/kernel/http/docs/trial.rules.ts'

/** What was typed, by where it goes. */
export interface Typed {
  readonly in: string
  readonly name: string
  readonly value: string
}

/** Where nothing was typed, a parameter of the path stays in its braces; all others are left out. */
export function requestOf({ method, path, url, media }: Trial, typed: readonly Typed[]): TrialRequest {
  const given = (place: string) => typed.filter((one) => one.in === place && one.value.trim() !== '')
  let filled = path
  for (const { name, value } of given('path'))
    filled = filled.replace(`{${name}}`, () => encodeURIComponent(value.trim()))
  const query = new URLSearchParams(given('query').map(({ name, value }) => [name, value.trim()])).toString()
  const [body] = given('body')
  return {
    method,
    url: `${url}${filled}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(body && media !== null ? { 'Content-Type': media } : {}),
      ...Object.fromEntries(given('header').map(({ name, value }) => [name, value.trim()])),
    },
    body: body?.value ?? null,
  }
}
