export const factorsPath = '/portal/me/second-factors'

/** What every change of a factor makes stale: also who may see which company. */
export const factorWrites = { changes: [factorsPath, '/portal/me', '/portal/me/sessions'], inline: true } as const
