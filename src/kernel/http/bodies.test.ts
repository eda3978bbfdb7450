import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readForm, readJson, readParts, refuseMediaType } from './bodies.ts'
import { Problem } from '../problems.ts'

function refusalOf(attempt: () => unknown): unknown {
  try {
    attempt()
    return null
  } catch (error) {
    return error
  }
}

const latin = (text: string) => Buffer.from(text, 'latin1')

describe('readJson', () => {
  it('reads what JSON says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!/\\u0000|\\ud[89a-f]|__proto__/i.test(text))
        expect(JSON.stringify(readJson(Buffer.from(text)))).toBe(text)
      }),
    )
  })

  it('takes nothing for no fields', () => {
    expect(readJson(Buffer.alloc(0))).toEqual({})
  })

  it.each(['{', '{}x', "{'a':1}", 'undefined', ' ', '{"a":01}', '[1,]', '\xff', '"\xc3"', '{"a":"\x01"}'])(
    'refuses %j',
    (text) => {
      expect(() => readJson(latin(text))).toThrow(Problem)
    },
  )

  it('refuses with a sentence', () => {
    expect(() => readJson(latin('{'))).toThrow(/^The body is not readable JSON: .*\.$/)
  })

  it('refuses or reads every sequence of bytes, and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const problem = refusalOf(() => readJson(Buffer.from(bytes)))
        expect(problem === null || problem instanceof Problem).toBe(true)
      }),
    )
  })
})

describe('readForm', () => {
  it('reads what a form encodes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (fields) => {
        fc.pre(!JSON.stringify(fields).includes(String.raw`\u0000`))
        fc.pre(!('' in fields && fields[''] === ''))
        const text = new URLSearchParams(fields).toString()
        expect(new Map(Object.entries(readForm(Buffer.from(text))))).toEqual(new Map(Object.entries(fields)))
      }),
    )
  })

  it.each(['a=1&a=2', 'a=%', 'a=%00', '%00=1', 'a=%ff', 'a=\xff'])('refuses %j', (text) => {
    expect(() => readForm(latin(text))).toThrow(Problem)
  })

  it('has no fields that nobody sent', () => {
    expect(readForm(latin(''))['constructor']).toBeUndefined()
    expect({ ...readForm(latin('toString=1')) }).toEqual({ toString: '1' })
  })
})

describe('readParts', () => {
  const type = 'multipart/form-data; boundary="b 1"'
  const part = (head: string, value: string) => `--b 1\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const read = async (text: string) => ({ ...(await readParts(Buffer.from(text, 'latin1'), type)) })

  it('reads its fields, and nothing for no fields', async () => {
    expect(await read(`${part('name="a"', '1')}${part('name="List-Unsubscribe"', 'One-Click')}--b 1--\r\n`)).toEqual({
      a: '1',
      'List-Unsubscribe': 'One-Click',
    })
    expect(await read('')).toEqual({})
  })

  it.each([
    ['is cut off', part('name="a"', '1')],
    ['is of another boundary', '--c\r\n\r\n--c--\r\n'],
    ['has a field twice', `${part('name="a"', '1')}${part('name="a"', '2')}--b 1--\r\n`],
    ['has a file', `${part('name="a"; filename="a.txt"', '1')}--b 1--\r\n`],
    ['has a NUL', `${part('name="a"', '\0')}--b 1--\r\n`],
    ['is no UTF-8', `${part('name="a"', '\xff')}--b 1--\r\n`],
  ])('refuses what %s', async (_what, text) => {
    await expect(read(text)).rejects.toThrow(Problem)
  })
})

describe('refuseMediaType', () => {
  const form = 'application/x-www-form-urlencoded'
  const parts = 'multipart/form-data; boundary=x'
  it.each([
    ['either', form, true],
    ['either', parts, true],
    ['either', 'application/json', false],
    [true, parts, false],
    [true, form, true],
    [true, `${form}; charset=UTF-8`, true],
    [true, form.toUpperCase(), true],
    [true, 'application/json', false],
    [true, undefined, false],
    [undefined, 'application/json', true],
    [undefined, undefined, true],
    [undefined, form, false],
  ] as const)('a form is wanted: %s, type %s: taken %s', (wanted, type, taken) => {
    expect(refusalOf(() => refuseMediaType(wanted, type)) === null).toBe(taken)
  })
})
