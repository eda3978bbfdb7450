import type { TestProject } from 'vitest/node'
import { findBrowser } from './look.ts'
import type { FoundBrowser } from './search.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one that all tests of a run share. */
    browser: FoundBrowser
  }
}

/** Looked for once per run, before its first test: who has no browser learns it at once. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('browser', await findBrowser((line) => process.stdout.write(`${line}\n`)))
}
