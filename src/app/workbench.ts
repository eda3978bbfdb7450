import { SecretBox } from '../kernel/secrets/box.ts'
import type { House } from '../kernel/house.ts'
import { perform } from '../kernel/work/jobs.ts'
import { openLog } from '../kernel/log.ts'
import type { Errand, Premises } from '../kernel/work/heavy-jobs.ts'
import { openNetwork } from '../network/index.ts'
import { closeHouse, openHouse } from './build.ts'
import { jobs } from './schedule.ts'

/** A house of its own for the workshop, with few connections: it does one or two things at a time. */

const connections = 4

/** Neither seals nor opens: the workshop has no key. */
const keyless = new SecretBox([])

let house: Promise<House> | null = null

async function open({ config, databaseUrl }: Premises): Promise<House> {
  const furnished = { ...config, poolSize: connections }
  const opened = await openHouse(furnished, databaseUrl, openLog(furnished), async () => keyless)
  await openNetwork(opened)
  return opened
}

export async function work(premises: Premises, errand: Errand): Promise<void> {
  const job = jobs.find(({ name }) => name === errand.name)
  if (!job) throw new Error(`there is no job ${errand.name}`)
  await perform(await (house ??= open(premises)), job, errand)
}

export async function tidyUp(): Promise<void> {
  if (house !== null) await house.then(closeHouse).catch(() => undefined)
}
