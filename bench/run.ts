/**
 * `npm run bench`: ratios against bare limits. `-- --purchase`: full purchases against the SQL they need. `-- --scale`:
 * a large market against a small one.
 */
const [, file] = [
  ['--scale', './scale/run.ts'],
  ['--purchase', './purchase/run.ts'],
].find(([flag = '']) => process.argv.includes(flag)) ?? ['', './ratios.ts']
await import(file ?? '')
