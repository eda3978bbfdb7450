import { describe, expect, it } from 'vitest'
import { dress, type Undressed } from './mail-dress.ts'

const home = 'https://sublet.example'
const mail = (given: Partial<Undressed> = {}): Undressed => ({
  subject: 'A <b>subject</b>',
  body: 'First line.\nSecond line.\n\nAnother paragraph.\n',
  lead: { label: 'Look & see', url: `${home}/c/1/orders` },
  foot: 'You get this as an owner of Example.',
  unsubscribe: `${home}/unsubscribe/abc`,
  ...given,
})

describe('a mail', () => {
  it('says in its text all that its sheet says', () => {
    expect(dress(mail(), home).text).toBe(
      `First line.\nSecond line.\n\nAnother paragraph.\n\nLook & see:\n${home}/c/1/orders\n\n-- \nYou get this as an owner of Example.\nUnsubscribe: ${home}/unsubscribe/abc\nAll settings: ${home}/account/mail\n`,
    )
  })

  it('takes nothing of what others have typed for markup', () => {
    const { html } = dress(mail({ body: `<script>alert(1)</script> "quoted" & 'so'` }), home)
    expect(html).not.toMatch(/<script|<b>/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; &amp; &#39;so&#39;')
    expect(html).toContain('Look &amp; see')
  })

  it('links to the portal, and nowhere else', () => {
    const body = `Here: ${home}/password#ticket\nThere: https://evil.example/x https://sublet.example.evil.example/`
    const { html } = dress(mail({ body }), home)
    expect(html).toContain(`href="${home}/password#ticket"`)
    expect(html).not.toContain('href="https://evil.example')
    expect(html).not.toContain('href="https://sublet.example.evil')
  })

  it('keeps columns and the breaks of lines', () => {
    const { html } = dress(mail({ body: 'Please:\n\nroute:     45.8.0.0/24\norigin:    AS64500\n' }), home)
    expect(html).toMatch(/<pre [^>]*>route: {5}45\.8\.0\.0\/24\norigin: {4}AS64500<\/pre>/)
    expect(dress(mail(), home).html).toContain('First line.<br>\nSecond line.</p>')
  })

  it('sets names and values below each other', () => {
    const { html } = dress(mail({ body: 'To pay: USD 1.\n\nIBAN: NL91 ABNA\nBIC: <b>\n\n45.8.0.0/24: AB-12\n' }), home)
    expect(html).toMatch(/>IBAN<\/td><td [^>]*>NL91 ABNA<\/td>/)
    expect(html).toMatch(/>BIC<\/td><td [^>]*>&lt;b&gt;<\/td>/)
    expect(html).toMatch(/>45\.8\.0\.0\/24<\/td><td [^>]*>AB-12<\/td>/)
    expect(html).toContain('>To pay: USD 1.</p>')
  })

  it('needs no file of anywhere, and can be dark', () => {
    const { html } = dress(mail(), home)
    expect(html).not.toMatch(/<(img|link|script)|url\(|@import/)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('content="light dark"')
  })

  it('to a stranger says where it comes from, and has nothing to set', () => {
    const { text, html } = dress(mail({ foot: null, unsubscribe: null, lead: null }), home)
    expect(text).toBe(`First line.\nSecond line.\n\nAnother paragraph.\n\n-- \n${home}\n`)
    expect(html).not.toContain('/account/mail')
    expect(html).not.toContain('unsubscribe')
  })
})
