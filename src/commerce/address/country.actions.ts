import type { Context } from '../../kernel/context.ts'
import type { Page, SortKey } from '../../kernel/db/paging.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { countryBook } from './country.memory.ts'
import { inOrder, type Region } from './country.rules.ts'

interface Slice {
  readonly rows: readonly Region[]
  readonly total: number
}

interface Wish extends Page {
  readonly sort: readonly SortKey<keyof Region>[]
}

/** All, or those with the given codes. */
export async function showCountries(ctx: Context, codes: readonly string[] | undefined, wish: Wish): Promise<Slice> {
  const { countries } = await countryBook(ctx)
  const wanted = codes && new Set(codes.map((code) => code.toUpperCase()))
  return cut(wanted ? countries.filter(({ code }) => wanted.has(code)) : countries, wish)
}

export async function showProvinces(ctx: Context, country: string, wish: Wish): Promise<Slice> {
  const book = await countryBook(ctx)
  const code = country.toUpperCase()
  if (!book.countries.some((known) => known.code === code)) throw kernelProblem('not_found')
  return cut(book.provincesOf(code), wish)
}

const cut = (places: readonly Region[], { sort, offset, perPage }: Wish): Slice => ({
  rows: inOrder(places, sort).slice(offset, offset + perPage),
  total: places.length,
})
