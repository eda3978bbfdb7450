import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes of an authenticator app: RFC 6238 over RFC 4226, with what every app knows: SHA-1, six digits, thirty seconds. */

const stepSeconds = 30
const digits = 6

/** RFC 6238 §5.2: one step to either side, for clocks that differ and codes that were typed slowly. */
const drift = 1

/** RFC 4226 §4: 160 bits. */
export const newTotpSecret = (): Buffer => randomBytes(20)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 §6, without padding: how apps take a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / stepSeconds)

/** RFC 4226 §5.3. */
function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The time step whose code this is, near to now; null: of none. Apps show six digits in two groups. */
export function totpStep(secret: Uint8Array, typed: string, now: Date): number | null {
  const code = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return null
  const present = stepAt(now)
  for (let step = present - drift; step <= present + drift; step++)
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) return step
  return null
}

/** What the picture says to an app: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpUri(secret: Uint8Array, account: string, issuer: string): string {
  const [label, by] = [`${issuer}:${account}`, issuer].map(encodeURIComponent)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${by}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}
