import { Bits, BlockDecoder, BlockFault } from './bunzip-block.ts'
import { SourceFault } from './source.ts'
import { Window } from './window.ts'

const blockMark = 0x3141_5926_5359
const endMark = 0x1772_4538_5090

/** A block of the worst kind: 900,000 symbols of 20 bits, and its tables. With so much at hand decoding never waits. */
const largestBlock = 2_400_000

/** Streams of bzip2 one after the other, as parallel packers write them. */
export async function* bunzipped(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const window = new Window(bytes)
  const fault = (at: number, why: string) => new SourceFault(`byte ${at} of ${name}`, why)
  try {
    while (await window.fill(1)) {
      if (!(await window.fill(4))) throw fault(window.offset + window.left, cutOff)
      const level = levelOf(window)
      if (level === 0) throw fault(window.offset, 'something that is not bzip2 follows the bzip2 data')
      window.at += 4
      yield* stream(window, level, fault)
    }
  } finally {
    await window.close()
  }
}

const cutOff = 'the bzip2 data ends too early: the file was cut off'

function levelOf({ bytes, at }: Window): number {
  const level = (bytes[at + 3] ?? 0) - 48
  return bytes[at] === 0x42 && bytes[at + 1] === 0x5a && bytes[at + 2] === 0x68 && level >= 1 && level <= 9 ? level : 0
}

type Fault = (at: number, why: string) => SourceFault

async function* stream(window: Window, level: number, fault: Fault): AsyncGenerator<Uint8Array> {
  const decoder = new BlockDecoder(level)
  let bits = new Bits(window.bytes, window.at)
  let combined = 0
  for (;;) {
    const whole = await window.fill(largestBlock)
    // The window may have moved under the bits that were taken of the last byte.
    const moved = new Bits(window.bytes, window.at + (bits.at - bits.next))
    bits = Object.assign(moved, { held: bits.held, count: bits.count })
    const from = window.offset
    try {
      const mark = bits.take48()
      if (mark === endMark) {
        const crc = bits.take32()
        if (bits.overrun) throw fault(from + window.left, cutOff)
        if (crc !== combined) throw fault(from, 'the bzip2 data is damaged: its checksum does not fit')
        window.at = bits.next
        return
      }
      if (mark !== blockMark) throw new BlockFault('does not begin as one')
      const crc = decoder.read(bits)
      if (bits.overrun) throw fault(from + window.left, cutOff)
      window.at = bits.next
      if ((yield* decoder.output()) !== crc) throw new BlockFault('does not fit its checksum')
      combined = (((combined << 1) | (combined >>> 31)) ^ crc) >>> 0
    } catch (error) {
      if (!(error instanceof BlockFault)) throw error
      if (!whole && bits.overrun) throw fault(from + window.left, cutOff)
      throw fault(from, `the bzip2 data is damaged: the block that begins here ${error.message}`)
    }
  }
}
