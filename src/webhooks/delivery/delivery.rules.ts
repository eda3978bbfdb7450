/** How it stands with an event for an endpoint. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const
