import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'
import type { FoundBrowser } from './search.ts'

let shared: Promise<Browser> | undefined

/** One for all test files of a worker, as long as it runs: to begin one costs more than many pages. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= openBrowser(inject('browser')))

/** Closes all that a test file has opened there. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) await context.close()
}

/** Whichever was found, always begun alike. */
export function openBrowser({ path, libraries }: FoundBrowser): Promise<Browser> {
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
      // Pages of tests are gone before scripts that were made fast have paid for it.
      '--js-flags=--no-opt --no-maglev',
      // What a script was compiled to is kept with it from its first load on, and not only where it is loaded often.
      '--blink-settings=v8CacheOptions=4',
    ],
  })
}
