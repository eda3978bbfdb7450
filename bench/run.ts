/**
 * `npm run bench`: ratios against bare limits. `-- --purchase`: full purchases against the SQL they need. `-- --scale`:
 * a large market against a small one. `-- --network`: whole tables read, indexed and judged, against bare loops.
 * `-- --busy`: how long a request takes while a whole table is imported. `-- --subsets`: many prefixes against few.
 * `-- --webhooks`: how long a request takes while a million events have happened that a dead receiver wants.
 * `-- --routing`: what 100,000 letters cost a minute whose ROAs stand at their registries.
 * `-- --processes`: two processes of one house against one.
 * `-- --shops`: purchases beside those of other open shops, which it installs.
 * `-- --portal`: how quick the portal is on a computer four times slower, in a browser.
 */
const [, file] = [
  ['--scale', './scale/run.ts'],
  ['--purchase', './purchase/run.ts'],
  ['--network', './network/run.ts'],
  ['--busy', './network/busy.ts'],
  ['--subsets', './network/subsets.ts'],
  ['--webhooks', './webhooks/run.ts'],
  ['--portal', './portal/run.ts'],
  ['--routing', './routing/run.ts'],
  ['--processes', './processes/run.ts'],
  ['--shops', './shops/run.ts'],
].find(([flag = '']) => process.argv.includes(flag)) ?? ['', './ratios.ts']
await import(file ?? '')
