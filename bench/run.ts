/** `npm run bench`: ratios against bare limits. */
await import('./ratios.ts')
