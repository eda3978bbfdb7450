/** The APIs that a token can be for (decisions 2). Endpoints may ask for no other: the kernel knows them by these names. */
export const scopes = ['billing', 'ecommerce', 'credits', 'nethub-data', 'nethub-analytics', 'dns'] as const

export type Scope = (typeof scopes)[number]

declare module '../kernel/endpoint.ts' {
  interface Scopes extends Readonly<Record<Scope, true>> {}
}

/** Each also in its read form. */
export const knownScopes: readonly string[] = scopes.flatMap((scope) => [scope, `${scope}:read`])
