/**
 * `npm run bench`: ratios against bare limits. `-- --purchase`: full purchases against the SQL they need. `-- --scale`:
 * a large market against a small one. `-- --network`: whole tables read, indexed and judged, against bare loops.
 */
const [, file] = [
  ['--scale', './scale/run.ts'],
  ['--purchase', './purchase/run.ts'],
  ['--network', './network/run.ts'],
].find(([flag = '']) => process.argv.includes(flag)) ?? ['', './ratios.ts']
await import(file ?? '')
