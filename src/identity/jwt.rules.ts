import { sign, type KeyObject } from 'node:crypto'

/**
 * A compact ES256 signature (RFC 7515 §7.1, RFC 7518 §3.4) made on the thread pool. By hand because it is ten lines and
 * the library takes half as long again; checking tokens, where mistakes are dangerous, is the library's.
 */
export function signJwt(key: KeyObject, kid: string, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const input = `${encode({ alg: 'ES256', typ: 'at+jwt', kid })}.${encode(claims)}`
  return new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, (error, signature) => {
      if (error) reject(error)
      else resolve(`${input}.${signature.toString('base64url')}`)
    })
  })
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
