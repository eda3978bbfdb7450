import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'
import type { FoundBrowser } from './search.ts'

/** Whichever was found, always begun alike. */
export function openBrowser({ path, libraries }: FoundBrowser = inject('browser')): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    env: {
      ...process.env,
      LANG: 'en_US.UTF-8',
      LC_ALL: 'en_US.UTF-8',
      ...(libraries && { LD_LIBRARY_PATH: libraries }),
    },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-sync',
      // A bare machine's own language is none that scripts know.
      '--lang=en-US',
    ],
  })
}
