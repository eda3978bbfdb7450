import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveTenant } from '../../src/identity/index.ts'
import { codeOf, guarded } from '../support/factors.ts'
import { breachesIn } from '../support/market/carts.ts'
import { knowAsns } from '../support/market/asns.ts'
import { know } from '../support/market/facts.ts'
import { fitAsn } from '../support/market/letters.ts'
import { recordOf } from '../support/market/offers.ts'
import { openFileServer, type FileServer } from '../support/server/file-server.ts'
import { mailTo, ticketFor } from '../support/server/mailbox.ts'
import {
  interrupted,
  interruptedUnsent,
  signInWithCode,
  type Someone,
  type Step,
} from '../support/browser/interrupted.ts'
import * as steps from '../support/browser/story-steps.ts'
import { openStage, watchedPage, type Stage } from '../support/browser/visit.ts'
import { password } from '../support/world.ts'

/**
 * The whole story by role, with a second factor, on a desk and on a phone: at every step where something is typed the page
 * is reloaded, the network is gone and the session ends, and still nothing is lost and nothing done twice.
 */

let stage: Stage
let files: FileServer

const sizes = [
  { at: 'a desk', width: 1_440, height: 900, block: '46.31.4.0/24' },
  { at: 'a phone', width: 360, height: 780, block: '46.31.8.0/24' },
] as const
type Size = (typeof sizes)[number]

beforeAll(async () => {
  files = await openFileServer()
  stage = await openStage({ env: { SUBLET_AUTO_ACTIVATE: '0', SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1' } })
  await knowAsns(stage.world)
  await know(
    stage.world,
    'registry',
    sizes.map(({ block }) => recordOf(block)),
  )
})
afterAll(async () => {
  await stage?.close()
  await files?.close()
})

interface Player extends Someone {
  readonly tenant: string
  /** Of their company. */
  readonly home: string
}

async function pageFor({ width, height }: Size) {
  const { page } = await watchedPage(stage)
  await page.setViewportSize({ width, height })
  return page
}

const homeOf = (url: string) => /^.*\/c\/\d+/.exec(url)?.[0] ?? ''

async function enter(size: Size, title: string, role: 'holder' | 'operator'): Promise<Player> {
  const { world, url } = stage
  const tenant = await world.tenant(title, role)
  await world.change((ctx) => moveTenant(ctx, tenant, 'activate'))
  const someone = { ...(await guarded(world, tenant)), page: await pageFor(size), world, tenant }
  await signInWithCode(someone, url)
  return { ...someone, home: homeOf(someone.page.url()) }
}

async function joins(size: Size, title: string): Promise<Player> {
  const { world, url } = stage
  const page = await pageFor(size)
  const email = `luis@${size.width}.example.net`
  await page.goto(`${url}/sign-up`)
  await interrupted({ page, world, uuid: '', email, secret: '' }, steps.signUp('Luis', email, title))
  await page.goto(`${url}/password#${await ticketFor(world, email)}`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL(/\/c\/\d+/)
  return withFactor({ page, world, email, home: homeOf(page.url()) })
}

/** As the page about security does it. */
async function withFactor(joined: Pick<Player, 'page' | 'world' | 'email' | 'home'>): Promise<Player> {
  const { world, email } = joined
  const headers = await world.signIn(email)
  const begun = await world.call('POST', '/portal/me/totp', { headers })
  const { secret } = begun.body.data
  await world.call('POST', '/portal/me/totp/confirm', { headers, payload: { code: await codeOf(secret) } })
  const { data } = (await world.call('GET', '/portal/me', { headers })).body
  const someone = { ...joined, secret, uuid: data.person.uuid, tenant: data.companies[0].uuid }
  await signInWithCode(someone, stage.url)
  return someone
}

async function does(player: Player, path: string, step: Step): Promise<void> {
  await player.page.goto(path.startsWith('/operator') ? `${stage.url}${path}` : `${player.home}${path}`)
  await interrupted(player, step)
}

async function countOf(sql: string, ...values: readonly string[]): Promise<number> {
  const { rows } = await stage.world.house.pool.query(`select count(*)::int as found from ${sql}`, [...values])
  return rows[0].found
}

async function leaseOf({ world, tenant }: Player): Promise<string> {
  return (await world.house.pool.query('select uuid from lease where tenant_uuid = $1', [tenant])).rows[0].uuid
}

async function lists(holder: Player, block: string): Promise<void> {
  const { page } = holder
  await does(holder, '/offers/new', steps.chooseBlock(block))
  await page.getByRole('button', { name: 'Continue to prices' }).click()
  await page.getByLabel('Per block per month').fill('100')
  await page.getByRole('checkbox', { name: 'Open to offers' }).click()
  await interruptedUnsent(holder, steps.setPrices('100'))
  await page.getByRole('button', { name: 'Continue to terms' }).click()
  await interrupted(holder, steps.list())
  expect(await countOf('offer where tenant_uuid = $1', holder.tenant)).toBe(1)
  const letters = await mailTo(stage.world, 'hostmaster@holder.example')
  const code = new RegExp(`${block}: ([A-Z0-9-]+)`).exec(letters.map(({ body }) => body).join('\n'))?.[1]
  await interrupted(holder, steps.prove(code ?? 'no code was mailed'))
  await stage.world.runJobs()
  await page.getByRole('link', { name: 'View block' }).waitFor()
}

/** Below the list price, at a third one, by card. */
async function leases(lessee: Player, holder: Player, block: string): Promise<void> {
  const { page, tenant } = lessee
  await does(lessee, `/market/${block}`, steps.makeOffer())
  await does(holder, '/reservations', steps.counter())
  expect(await countOf('reservation where tenant_uuid = $1', tenant)).toBe(1)
  await page.goto(`${lessee.home}/my-reservations`)
  await page.getByRole('button', { name: 'Accept' }).filter({ visible: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
  await page.getByText(`${block} is in your cart.`).waitFor()
  await does(lessee, '/cart', steps.giveAddress())
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('radio', { name: 'succeeds' }).first().check()
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.getByText(/Your card ending in 4242 will be charged/).waitFor()
  await does(lessee, '/cart', steps.placeOrder())
  const made = ['sales_order', 'lease', 'invoice'].map((table) => countOf(`${table} where tenant_uuid = $1`, tenant))
  expect(await Promise.all(made)).toEqual([1, 1, 1])
}

it.each(sizes)('is told at $at, and nothing typed is lost', { timeout: 600_000 }, async (size) => {
  const { world } = stage
  const { block } = size
  const company = `Brightwave ${size.width}`
  const operator = await enter(size, `Operations ${size.width}`, 'operator')
  const holder = await enter(size, `Meridian ${size.width}`, 'holder')
  const lessee = await joins(size, company)
  await does(operator, `/operator/companies/${lessee.tenant}`, steps.activate(company))
  await lists(holder, block)
  await leases(lessee, holder, block)

  await does(lessee, '/letters/new', steps.requestLetter(block))
  expect(await countOf('letter where tenant_uuid = $1', lessee.tenant)).toBe(1)
  const roas = `ASN,IP Prefix,Max Length,Trust Anchor,Expires\nAS${fitAsn},${block},24,ripe,4102444800\n`
  await does(operator, '/operator/network', steps.importRoas(files.serve(`/vrps-${size.width}.csv`, roas)))
  await world.runJobs()
  expect(await countOf(`letter where tenant_uuid = $1 and status = 'active'`, lessee.tenant)).toBe(1)

  await does(operator, '/operator/clock', steps.turnClock('1 month 1 day'))
  expect(await countOf('invoice where tenant_uuid = $1', lessee.tenant)).toBe(2)
  await does(lessee, `/leases/${await leaseOf(lessee)}`, steps.terminate())
  expect(await countOf('termination_request where tenant_uuid = $1', lessee.tenant)).toBe(1)
  await world.advance('1 month 1 day')
  expect(await countOf(`lease where tenant_uuid = $1 and status = 'terminated'`, lessee.tenant)).toBe(1)
  expect(await breachesIn(world)).toEqual([])
  for (const { page } of [operator, holder, lessee]) await page.context().close()
})
