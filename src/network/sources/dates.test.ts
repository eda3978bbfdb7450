import { expect, test } from 'vitest'
import { pieces } from '../../../test/support/market/network.ts'
import type { KindName } from '../kinds.rules.ts'
import { gather } from '../reading/gather.ts'

/** A file is as old as it says, in whatever place its format has for that (those of MMDB and MRT are in their own tests). */
test.each<[kind: KindName, name: string, text: string, date: string]>([
  [
    'riswhois',
    'riswhoisdump.IPv4',
    '%\n% This file was generated at Wed Jan 16 08:00:01 UTC 2019\n% Format: <origin> <tab> <prefix> <tab> <seen by #rispeers>\n%\n\n64500\t192.0.2.0/24\t300\n\n% End of dump\n',
    '2019-01-16T08:00:01Z',
  ],
  [
    'pfx2as',
    'ipasn.dat',
    '; IP-ASN32-DAT file\n; Original file : data/rib.20140513.0600.bz2\n; Converted on  : Mon Sep 15 22:09:50 2014\n192.0.2.0/24\t64500\n',
    '2014-05-13T06:00:00Z',
  ],
  ['pfx2as', 'routeviews-rv2-20190116-1200.pfx2as.gz', '192.0.2.0\t24\t64500\n', '2019-01-16T12:00:00Z'],
  [
    'vrps',
    'vrps.json',
    '{"metadata":{"buildtime":"2019-01-16T08:00:01Z"},"roas":[{"asn":64500,"prefix":"192.0.2.0/24","maxLength":24,"ta":"ripe"}]}',
    '2019-01-16T08:00:01Z',
  ],
  ['delegated', 'a', '2|apnic|20190116|0|19830613|20190115|+1000\n', '2019-01-15T00:00:00Z'],
  ['delegated', 'a', '2|apnic|20190116|0|19830613||+1000\n', '2019-01-16T00:00:00Z'],
  [
    'rpsl',
    'ripe.db',
    '#\n# The contents of this file are subject to terms of 2009-02-01\n# Generated at 2019-01-16T08:00:01Z\n\nroute: 192.0.2.0/24\n# created 2001-01-01\norigin: AS64500\nsource: RIPE\n',
    '2019-01-16T08:00:01Z',
  ],
  [
    'geofeed',
    'a',
    '# lastupdated (rfc3339): 2019-01-16T08:00:01Z\n192.0.2.0/24,NL,,,\n# created 2001-01-01\n198.51.100.0/24,NL,,,\n',
    '2019-01-16T08:00:01Z',
  ],
  [
    'rpsl',
    'ripe.db.inetnum',
    Array.from(
      { length: 10_000 },
      (_, n) =>
        `inetnum: 10.${n >> 8}.${n & 255}.0/24\nlast-modified: 20${10 + (n % 10)}-01-16T08:00:01Z\nsource: RIPE\n\n`,
    ).join(''),
    '2019-01-16T08:00:01Z',
  ],
  ['country-ranges', 'a', '# generated 2019-01-16\n192.0.2.0,192.0.2.255,NL\n', '2019-01-16T00:00:00Z'],
  ['asn-ranges', 'a', '# generated 2019-01-16\n192.0.2.0,192.0.2.255,64500,A\n', '2019-01-16T00:00:00Z'],
  ['asn-names', 'a', '# generated 2019-01-16\n64500 A, NL\n', '2019-01-16T00:00:00Z'],
  [
    'drop',
    'a',
    '{"cidr":"192.0.2.0/24","sblid":"SBL1"}\n{"type":"metadata","timestamp":1547625601,"records":1}\n',
    '2019-01-16T08:00:01Z',
  ],
  ['asn-drop', 'a', '{"asn":64500}\n{"type":"metadata","timestamp":1547625601,"records":1}\n', '2019-01-16T08:00:01Z'],
  ['uceprotect', 'a', '$TIMESTAMP 2019:01:16:08:00:01\n192.0.2.0/24\n', '2019-01-16T08:00:01Z'],
])('%s knows its date: %s', async (kind, name, text, date) => {
  const { takenAt, refused } = await gather(kind, name, () => pieces(text))
  expect([takenAt, refused]).toEqual([new Date(date), 0])
})
