import { type Bits, bitsOf, covers } from './prefix.ts'

/** Special-purpose space by IANA's two registries, and multicast; what lies inside another row is left out. */
const specialPurpose = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '::/128 ::1/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:db8::/32 2002::/16',
  '2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/9 ff00::/8',
].flatMap((line) => line.split(' ').map(bitsOf))

export function touchesSpecialPurpose(prefix: Bits): boolean {
  for (const special of specialPurpose) if (covers(special, prefix) || covers(prefix, special)) return true
  return false
}
