import { describe, expect, it } from 'vitest'
import { deviceOf } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const onMac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const onPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('deviceOf', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Edge on Windows',
    ],
    [`${onMac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 'Safari on macOS'],
    [`${onMac} ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/122.0.0.0`, 'Opera on macOS'],
    [`${onPhone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`${onPhone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`Mozilla/5.0 (Linux; Android 15; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chromium on Linux'],
    ['Mozilla/5.0 (X11; Linux x86_64) SomethingNew/1.0', 'Unknown browser on Linux'],
    ['curl/8.14.1', 'curl'],
    ['lightMyRequest', 'Unknown device'],
    [null, 'Unknown device'],
  ])('of %s is %s', (agent, device) => {
    expect(deviceOf(agent)).toBe(device)
  })
})
