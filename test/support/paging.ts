import type { Answered } from './world.ts'

/** What every page-based list refuses instead of clamping (decisions 1, Paging). */
export const refusedPages = [
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'page=',
  'page=2147483648',
  'page=1&page=2',
  'per_page=0',
  'per_page=-5',
  'per_page=1001',
  'per_page=1e2',
  'per_page=all',
] as const

/** The walk of a client that stops at the first short page: every row once, in order. */
export async function walkPages(
  get: (query: string) => Promise<Answered>,
  perPage: number,
): Promise<{ readonly uuid: string }[]> {
  const rows: { uuid: string }[] = []
  for (let page = 1; ; page++) {
    const { body } = await get(`page=${page}&per_page=${perPage}`)
    rows.push(...body.data)
    if (body.data.length < perPage) return rows
  }
}
