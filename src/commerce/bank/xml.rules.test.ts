import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childrenOf, readXml, textAt, XmlFault } from './xml.rules.ts'

const sample = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by a bank -->
<d:Document xmlns:d='urn:x'><d:Name Ccy="EUR" note='a "b"'>Smith &amp; Sons &#x20AC;&#65;</d:Name><Empty/><Empty a="1" />
<Text><![CDATA[<raw> & so]]></Text></d:Document>
`

function outcomeOf(text: string): string {
  try {
    return typeof readXml(text).name === 'string' ? 'read' : 'odd'
  } catch (error) {
    return error instanceof XmlFault ? 'refused' : String(error)
  }
}

describe('XML', () => {
  it('is read as elements, attributes and text', () => {
    const document = readXml(sample)
    expect(document.name).toBe('Document')
    expect(textAt(document, 'Name')).toBe('Smith & Sons €A')
    expect(childrenOf(document, 'Name')[0]?.attributes).toEqual({ Ccy: 'EUR', note: 'a "b"' })
    expect(childrenOf(document, 'Empty')).toHaveLength(2)
    expect(textAt(document, 'Text')).toBe('<raw> & so')
    expect(textAt(document, 'Text/Deeper')).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['two elements', '<a/><b/>'],
    ['an element that is not closed', '<a><b></b>'],
    ['elements that close in another order', '<a><b></a></b>'],
    ['what closes nothing', '</a>'],
    ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an entity of its own', '<a>&x;</a>'],
    ['a bare ampersand', '<a>fish & chips</a>'],
    ['an attribute without quotes', '<a b=c/>'],
    ['too many levels', '<a>'.repeat(80) + '</a>'.repeat(80)],
    ['a web page', '<html><body><br></body></html>'],
  ])('is refused: %s', (_, text) => {
    expect(() => readXml(text)).toThrow(XmlFault)
  })

  it('is refused wherever it is cut off', () => {
    const whole = sample.trimEnd()
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (at) => {
        expect(() => readXml(whole.slice(0, at))).toThrow(XmlFault)
      }),
    )
  })

  it('is read or refused, whatever is changed in it, and in no time', () => {
    fc.assert(
      fc.property(fc.nat(sample.length - 1), fc.string({ maxLength: 3 }), (at, other) => {
        const changed = sample.slice(0, at) + other + sample.slice(at + 1)
        expect(['read', 'refused']).toContain(outcomeOf(changed))
      }),
    )
  })
})
