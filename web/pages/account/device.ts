/** What a browser says of itself, as people call it. The first that fits: many say that they are others, too. */

const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChromium\//, 'Chromium'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (table: typeof browsers, agent: string) => table.find(([mark]) => mark.test(agent))?.[1]

export function deviceOf(agent: string | null): string {
  const [browser, system] = [nameIn(browsers, agent ?? ''), nameIn(systems, agent ?? '')]
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? (system === undefined ? 'Unknown device' : `Unknown browser on ${system}`)
}
