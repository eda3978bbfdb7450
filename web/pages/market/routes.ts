/** See web/README.md; `pages/company/routes.ts` is the model. */
export const openPages = [] as const
export const companyPages = [] as const
