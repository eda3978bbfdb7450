/** What `npm run test:quick` runs, by how the paths of files begin: whole kinds of tests, and a chosen few of others. */
export const quickTests = [
  // Pure tests.
  'src/',
  'scripts/',
  'web/',
  'client/',
  'test/support/',
  'test/second/',
  // Walks over the tables of endpoints, refusals and rows, and the mechanisms of the kernel.
  'test/contract/access',
  'test/contract/catalogue',
  'test/contract/docs',
  'test/contract/http',
  'test/contract/kernel/',
  'test/contract/openapi',
  'test/contract/table',
  'test/contract/tidy',
  // Tokens, and a block from the search to its invoice.
  'test/api/oauth/',
  'test/journeys/purchase',
]
