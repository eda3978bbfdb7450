import { userName } from './connection.ts'

/**
 * A shared library of one function, `getpwuid`, by which every user has a name. initdb and single-user mode end without
 * one, and have no option to do without; yet containers usually run as a number that no password file knows, and may
 * make no namespace in which they would be somebody. Loaded before the C library (LD_PRELOAD), it answers in its stead.
 * Written here byte by byte, 720 of them, because an installation brings no compiler.
 */

interface Processor {
  /** Of the ELF header. */
  readonly machine: number
  /** The relocation "load address plus addend". */
  readonly relative: number
  /** A function that returns the address so many bytes after its own. */
  code(distance: number): Buffer
}

const processors: Readonly<Record<string, Processor>> = {
  // lea rax, [rip + distance]; ret. It counts from its own end, seven bytes on.
  x64: {
    machine: 62,
    relative: 8,
    code: (far) => Buffer.concat([Buffer.of(0x48, 0x8d, 0x05), u32(far - 7), Buffer.of(0xc3)]),
  },
  // adr x0, distance; ret. The distance is a multiple of four here, so its lowest two bits need no place.
  arm64: { machine: 183, relative: 1027, code: (far) => u32(0x10000000 | ((far >> 2) << 5), 0xd65f03c0) },
}

/** Where each part stands in the file; what the loader writes into comes last, in memory on a page of its own. */
const at = {
  segments: 64,
  hash: 288,
  symbols: 312,
  relocations: 360,
  code: 480,
  strings: 496,
  passwd: 528,
  dynamic: 576,
}
const end = 720
/** The largest of any Linux. */
const page = 0x10000
const inMemory = (offset: number): number => page + offset

const [readExecute, readWrite] = [5, 6]
const [load, dynamic, stack] = [1, 2, 0x6474e551]
const strings = `\0getpwuid\0${userName}\0`
const [empty, symbolName, ownName] = [at.strings, 1, at.strings + 10]

/** `struct passwd`: name, password, both numbers in eight bytes, remark, home, shell. */
const pointers = [ownName, empty, null, empty, empty, empty]

export const hasNameLibrary = (platform: string, arch: string): boolean => platform === 'linux' && arch in processors

export function nameLibrary(arch: string): Buffer {
  const processor = processors[arch]
  if (!processor) throw new Error(`There is no such library for ${arch}.`)
  const relocations = pointers.flatMap((target, index) =>
    target === null ? [] : [inMemory(at.passwd) + index * 8, processor.relative, target],
  )
  const file = Buffer.alloc(end)
  const put = (offset: number, ...parts: Buffer[]): number => Buffer.concat(parts).copy(file, offset)
  put(0, Buffer.from('\x7fELF\x02\x01\x01', 'latin1'))
  put(16, u16(3, processor.machine), u32(1), u64(0, at.segments, 0), u32(0), u16(64, 56, 4, 0, 0, 0))
  put(
    at.segments,
    segment(load, readExecute, 0, 0, at.passwd),
    segment(load, readWrite, at.passwd, inMemory(at.passwd), end - at.passwd),
    segment(dynamic, readWrite, at.dynamic, inMemory(at.dynamic), end - at.dynamic),
    segment(stack, readWrite, 0, 0, 0),
  )
  // One bucket that leads to symbol 1, of two; symbol 0 is nobody, symbol 1 a global function.
  put(at.hash, u32(1, 2, 1, 0, 0))
  put(at.symbols + 24, u32(symbolName), u16(0x12, 1), u64(at.code, at.strings - at.code))
  put(at.relocations, u64(...relocations))
  put(at.code, processor.code(inMemory(at.passwd) - at.code))
  put(at.strings, Buffer.from(strings))
  put(at.dynamic, u64(...tags(relocations.length * 8)))
  return file
}

/** DT_HASH, DT_STRTAB, DT_SYMTAB, DT_STRSZ, DT_SYMENT, DT_RELA, DT_RELASZ, DT_RELAENT, DT_NULL. */
const tags = (relocationsSize: number): number[] =>
  [
    [4, at.hash],
    [5, at.strings],
    [6, at.symbols],
    [10, strings.length],
    [11, 24],
    [7, at.relocations],
    [8, relocationsSize],
    [9, 24],
    [0, 0],
  ].flat()

const segment = (kind: number, flags: number, offset: number, address: number, size: number): Buffer =>
  Buffer.concat([u32(kind, flags), u64(offset, address, address, size, size, page)])

const u16 = (...values: number[]): Buffer =>
  packed(2, values, (buffer, value, offset) => buffer.writeUInt16LE(value, offset))
const u32 = (...values: number[]): Buffer =>
  packed(4, values, (buffer, value, offset) => buffer.writeUInt32LE(value, offset))
const u64 = (...values: number[]): Buffer =>
  packed(8, values, (buffer, value, offset) => buffer.writeBigUInt64LE(BigInt(value), offset))

function packed(
  size: number,
  values: readonly number[],
  write: (buffer: Buffer, value: number, offset: number) => void,
): Buffer {
  const buffer = Buffer.alloc(size * values.length)
  for (const [index, value] of values.entries()) write(buffer, value, index * size)
  return buffer
}
