import { preparePortal } from '../../../src/app/portal.ts'

/** Once per run and not by every server that a test starts. */
export default async function setup(): Promise<void> {
  await preparePortal(() => undefined)
}
