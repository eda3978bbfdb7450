import type { World } from './world.ts'

/** An app key as somebody else's program is given it, and the address it is for. */
export interface Integration {
  readonly clientId: string
  readonly clientSecret: string
  readonly companyUrl: string
}

export async function integrationIn(world: World): Promise<Integration> {
  const tenant = await world.tenant()
  const { clientId, clientSecret } = await world.key(tenant, ['billing', 'ecommerce'])
  return { clientId, clientSecret, companyUrl: `${world.house.config.publicUrl}/billing/v1/${tenant}` }
}
