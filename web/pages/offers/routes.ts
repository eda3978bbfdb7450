/** See web/README.md; `pages/company/routes.ts` is the model. */
export const companyPages = [] as const
