/**
 * `npm run bench`: ratios against bare limits. `-- --purchase`: full purchases against the SQL they need. `-- --scale`:
 * a large market against a small one. `-- --subsets`: many prefixes against few.
 */
const [, file] = [
  ['--scale', './scale/run.ts'],
  ['--purchase', './purchase/run.ts'],
  ['--subsets', './network/subsets.ts'],
].find(([flag = '']) => process.argv.includes(flag)) ?? ['', './ratios.ts']
await import(file ?? '')
