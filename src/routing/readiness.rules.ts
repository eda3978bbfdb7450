import type { Remark } from '../kernel/readiness.ts'

/** What is good to know of the registries that holders have connected. */

export interface RoutingFacts {
  readonly config: { readonly routing: boolean }
  readonly connectors: { readonly on: number; readonly refused: number; readonly failing: number }
}

export const routingRemarks: readonly Remark<RoutingFacts>[] = [
  {
    step: 'letter',
    says: ({ config, connectors: { on, refused } }) =>
      !config.routing && on + refused > 0
        ? 'SUBLET_ROUTING is off: nothing is made at the registries that holders have connected.'
        : null,
  },
  {
    step: 'letter',
    says: ({ connectors: { on, refused, failing } }) =>
      on + refused === 0
        ? null
        : `${on} registries are connected by holders and on, ${failing} of them do not answer as they should; ${refused} no longer take their key.`,
  },
]
