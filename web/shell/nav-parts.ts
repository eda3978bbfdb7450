/** Parts of the navigation, in their order. Only operators see theirs, and it is what they come for. */
export const navParts = ['home', 'operator', 'lease', 'let', 'network', 'company'] as const
export type NavPart = (typeof navParts)[number]
