/** `npm run bench`: ratios against bare limits. `npm run bench -- --scale`: a large market against a small one. */
await import(process.argv.includes('--scale') ? './scale/run.ts' : './ratios.ts')
