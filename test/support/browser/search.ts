/** Where a browser for tests comes from, in the order of what it costs: pure, so that every machine's order is tested on each. */

/** As `process.platform` and `process.arch` say it, of a machine or of a program. */
export interface Processor {
  readonly platform: string
  readonly arch: string
}

export interface Surroundings extends Processor {
  /** SUBLET_TEST_BROWSER, which is obeyed and not weighed. */
  readonly named: string | undefined
  /** What the npm package's browser is made for. */
  readonly packaged: Processor | undefined
  readonly hasApt: boolean
  readonly isRoot: boolean
}

export type Source = 'named' | 'package' | 'path' | 'download' | 'apt'

export function sourcesFor({ named, packaged, platform, arch, hasApt, isRoot }: Surroundings): Source[] {
  if (named) return ['named']
  const packageFits = packaged?.platform === platform && packaged.arch === arch
  return [
    ...(packageFits ? ['package' as const] : []),
    'path',
    'download',
    ...(hasApt && isRoot ? ['apt' as const] : []),
  ]
}

export interface FoundBrowser {
  readonly source: Source
  readonly path: string
  /** What it says of itself. */
  readonly version: string
  /** Folder of the libraries that it brings along. */
  readonly libraries?: string
}

/** Null where there is none, or none that runs. */
export type Look = (source: Source) => Promise<FoundBrowser | null>

export async function searchBrowser(surroundings: Surroundings, look: Look): Promise<FoundBrowser> {
  for (const source of sourcesFor(surroundings)) {
    const found = await look(source)
    if (found) return found
  }
  throw new Error(
    surroundings.named
      ? `SUBLET_TEST_BROWSER=${surroundings.named} is no browser that runs here: name the program of a Chromium or Chrome, or unset it.`
      : `There is no browser for the tests on this machine (${surroundings.platform}, ${surroundings.arch}): install Chromium or Chrome so that it is on the PATH (on Debian as root: apt-get install chromium-headless-shell), or name its program in SUBLET_TEST_BROWSER.`,
  )
}

/** The field e_machine of an ELF header, where Linux looks before it runs a program. */
const elfMachines: Readonly<Record<number, string>> = { 0x03: 'ia32', 0x28: 'arm', 0x3e: 'x64', 0xb7: 'arm64' }
export const elfHeaderLength = 20

export function processorOf(header: Buffer): Processor | undefined {
  if (header.length < elfHeaderLength || header.toString('latin1', 0, 4) !== '\x7fELF') return undefined
  const arch = elfMachines[header.readUInt16LE(18)]
  return arch === undefined ? undefined : { platform: 'linux', arch }
}
