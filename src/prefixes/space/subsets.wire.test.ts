import { expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { treeJson } from './subsets.wire.ts'

const page = { limit: 100, offset: 0 }

/** A root begins with "!". */
async function written(...batches: string[][]) {
  const spots = batches.map((batch) =>
    batch.map((text) => {
      const notation = text.replace('!', '')
      return { spot: { prefix: knownPrefix(notation), top: text.startsWith('!') }, text: JSON.stringify({ notation }) }
    }),
  )
  let json = ''
  // oxlint-disable-next-line typescript/require-await -- as a stream of batches is
  const stream = async function* () {
    yield* spots
  }
  for await (const text of treeJson(stream(), page)) json += text
  return JSON.parse(json)
}

interface Written {
  readonly notation: string
  readonly subsets: readonly Written[]
}

const outline = ({ notation, subsets }: Written): unknown =>
  subsets.length === 0 ? notation : [notation, ...subsets.map(outline)]

const outlines = async (...batches: string[][]) => (await written(...batches)).data.map(outline)

it('is an empty list when there is nothing', async () => {
  expect(await written()).toEqual({ data: [], metadata: page })
  expect(await written([], [])).toEqual({ data: [], metadata: page })
})

it('nests what lies inside, whatever the batches', async () => {
  const spots = [
    '!10.0.0.0/8',
    '10.0.0.0/16',
    '10.0.0.0/24',
    '10.0.1.0/24',
    '10.1.0.0/16',
    '!11.0.0.0/8',
    '11.1.0.0/16',
  ]
  const expected = [
    ['10.0.0.0/8', ['10.0.0.0/16', '10.0.0.0/24', '10.0.1.0/24'], '10.1.0.0/16'],
    ['11.0.0.0/8', '11.1.0.0/16'],
  ]
  for (let cut = 0; cut <= spots.length; cut++)
    expect(await outlines(spots.slice(0, cut), spots.slice(cut))).toEqual(expected)
  expect(await outlines(...spots.map((spot) => [spot]), [])).toEqual(expected)
})

it('begins a tree at a root, though it lies inside the one before', async () => {
  expect(await outlines(['!10.0.0.0/8', '10.0.0.0/16', '!10.0.0.0/16', '10.0.0.0/24'])).toEqual([
    ['10.0.0.0/8', '10.0.0.0/16'],
    ['10.0.0.0/16', '10.0.0.0/24'],
  ])
})

it('lifts what lost its parent to the nearest that is left', async () => {
  expect(await outlines(['!10.0.0.0/8', '10.0.0.0/24', '10.1.1.0/24'])).toEqual([
    ['10.0.0.0/8', '10.0.0.0/24', '10.1.1.0/24'],
  ])
})
