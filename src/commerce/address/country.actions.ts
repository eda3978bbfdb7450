import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { countryBook, type Region } from './country.memory.ts'

interface Slice {
  readonly rows: readonly Region[]
  readonly total: number
}

/** All, or those with the given codes. */
export async function showCountries(ctx: Context, codes: readonly string[] | undefined, page: Page): Promise<Slice> {
  const { countries } = await countryBook(ctx)
  const wanted = codes && new Set(codes.map((code) => code.toUpperCase()))
  return cut(wanted ? countries.filter(({ code }) => wanted.has(code)) : countries, page)
}

export async function showProvinces(ctx: Context, country: string, page: Page): Promise<Slice> {
  const book = await countryBook(ctx)
  const code = country.toUpperCase()
  if (!book.countries.some((known) => known.code === code)) throw kernelProblem('not_found')
  return cut(book.provincesOf(code), page)
}

const cut = (places: readonly Region[], { offset, perPage }: Page): Slice => ({
  rows: places.slice(offset, offset + perPage),
  total: places.length,
})
