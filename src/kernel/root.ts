import { join } from 'node:path'

/** The folder of the program. What is bundled lies as deep below it as this file (`bin/bundle.js`). */
export const root = join(import.meta.dirname, '../..')
