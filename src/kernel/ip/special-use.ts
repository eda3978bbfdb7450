import { type Prefix, contains, overlaps } from './prefix.ts'
import { knownPrefix } from './text.ts'

type SpecialUse = { readonly prefix: Prefix; readonly name: string; readonly rfc: string }

const row = (prefix: string, name: string, rfc: string): SpecialUse => ({ prefix: knownPrefix(prefix), name, rfc })

/** IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190) as of 2025-10-09. */
const registered: readonly SpecialUse[] = [
  row('0.0.0.0/8', 'This network', 'RFC 791 §3.2'),
  row('0.0.0.0/32', 'This host on this network', 'RFC 1122 §3.2.1.3'),
  row('10.0.0.0/8', 'Private use', 'RFC 1918'),
  row('100.64.0.0/10', 'Shared address space', 'RFC 6598'),
  row('127.0.0.0/8', 'Loopback', 'RFC 1122 §3.2.1.3'),
  row('169.254.0.0/16', 'Link local', 'RFC 3927'),
  row('172.16.0.0/12', 'Private use', 'RFC 1918'),
  row('192.0.0.0/24', 'IETF protocol assignments', 'RFC 6890 §2.1'),
  row('192.0.0.0/29', 'IPv4 service continuity prefix', 'RFC 7335'),
  row('192.0.0.8/32', 'IPv4 dummy address', 'RFC 7600'),
  row('192.0.0.9/32', 'Port Control Protocol anycast', 'RFC 7723'),
  row('192.0.0.10/32', 'Traversal using relays around NAT anycast', 'RFC 8155'),
  row('192.0.0.170/32', 'NAT64/DNS64 discovery', 'RFC 8880'),
  row('192.0.0.171/32', 'NAT64/DNS64 discovery', 'RFC 8880'),
  row('192.0.2.0/24', 'Documentation (TEST-NET-1)', 'RFC 5737'),
  row('192.31.196.0/24', 'AS112-v4', 'RFC 7535'),
  row('192.52.193.0/24', 'AMT', 'RFC 7450'),
  row('192.88.99.0/24', 'Deprecated 6to4 relay anycast', 'RFC 7526'),
  row('192.88.99.2/32', '6a44 relay anycast', 'RFC 6751'),
  row('192.168.0.0/16', 'Private use', 'RFC 1918'),
  row('192.175.48.0/24', 'Direct delegation AS112 service', 'RFC 7534'),
  row('198.18.0.0/15', 'Benchmarking', 'RFC 2544'),
  row('198.51.100.0/24', 'Documentation (TEST-NET-2)', 'RFC 5737'),
  row('203.0.113.0/24', 'Documentation (TEST-NET-3)', 'RFC 5737'),
  row('240.0.0.0/4', 'Reserved', 'RFC 1112 §4'),
  row('255.255.255.255/32', 'Limited broadcast', 'RFC 919 §7'),
  row('::/128', 'Unspecified address', 'RFC 4291'),
  row('::1/128', 'Loopback address', 'RFC 4291'),
  row('::ffff:0:0/96', 'IPv4-mapped addresses', 'RFC 4291'),
  row('64:ff9b::/96', 'IPv4-IPv6 translation', 'RFC 6052'),
  row('64:ff9b:1::/48', 'IPv4-IPv6 translation', 'RFC 8215'),
  row('100::/64', 'Discard-only', 'RFC 6666'),
  row('100:0:0:1::/64', 'Dummy IPv6 prefix', 'RFC 9780'),
  row('2001::/23', 'IETF protocol assignments', 'RFC 2928'),
  row('2001::/32', 'Teredo', 'RFC 4380'),
  row('2001:1::1/128', 'Port Control Protocol anycast', 'RFC 7723'),
  row('2001:1::2/128', 'Traversal using relays around NAT anycast', 'RFC 8155'),
  row('2001:1::3/128', 'DNS-SD service registration anycast', 'RFC 9665'),
  row('2001:2::/48', 'Benchmarking', 'RFC 5180'),
  row('2001:3::/32', 'AMT', 'RFC 7450'),
  row('2001:4:112::/48', 'AS112-v6', 'RFC 7535'),
  row('2001:10::/28', 'Deprecated ORCHID', 'RFC 4843'),
  row('2001:20::/28', 'ORCHIDv2', 'RFC 7343'),
  row('2001:30::/28', 'Drone remote identification', 'RFC 9374'),
  row('2001:db8::/32', 'Documentation', 'RFC 3849'),
  row('2002::/16', '6to4', 'RFC 3056'),
  row('2620:4f:8000::/48', 'Direct delegation AS112 service', 'RFC 7534'),
  row('3fff::/20', 'Documentation', 'RFC 9637'),
  row('5f00::/16', 'Segment routing (SRv6) SIDs', 'RFC 9602'),
  row('fc00::/7', 'Unique local', 'RFC 4193'),
  row('fe80::/10', 'Link-local unicast', 'RFC 4291'),
]

/** Not rows of those registries, and yet nobody's to hold or announce as unicast. */
const neverUnicast: readonly SpecialUse[] = [
  row('224.0.0.0/4', 'Multicast', 'RFC 5771'),
  row('fec0::/10', 'Deprecated site-local unicast', 'RFC 3879'),
  row('ff00::/8', 'Multicast', 'RFC 4291'),
]

/** Longest first: the registries let a more specific row speak before the one around it. */
export const specialUses: readonly SpecialUse[] = [...registered, ...neverUnicast].sort(
  (a, b) => b.prefix.length - a.prefix.length,
)

/** The most specific row around the prefix, else one inside it: touching special-use space is enough (network-rules §3). */
export const specialUseOf = (prefix: Prefix): SpecialUse | undefined =>
  specialUses.find((use) => contains(use.prefix, prefix)) ?? specialUses.find((use) => overlaps(use.prefix, prefix))
