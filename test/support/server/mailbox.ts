import type { World } from '../world.ts'

interface Letter {
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly status: string
  readonly lead: { readonly label: string; readonly url: string } | null
}

/** What was written to someone, oldest first, once everything put off has been done. */
export async function mailTo(world: World, recipient: string): Promise<Letter[]> {
  await world.runJobs()
  const { rows } = await world.house.pool.query<Letter>(
    'select recipient, subject, body, status, lead from mail where recipient = $1 order by created_at, uuid',
    [recipient],
  )
  return rows
}

/** The ticket in the newest letter that leads to this page. */
export async function ticketFor(
  world: World,
  recipient: string,
  page: 'password' | 'invitation' = 'password',
): Promise<string> {
  const link = new RegExp(`/${page}#([\\w-]+)`)
  const tickets = (await mailTo(world, recipient)).map(({ body }) => link.exec(body)?.[1])
  return tickets.findLast((ticket) => ticket !== undefined) ?? 'no ticket was mailed'
}
