import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { markdown } from './markdown.ts'

const html = (text: string) => renderToStaticMarkup(markdown(text)).replaceAll(/ (class|rel)="[^"]*"/g, '')

describe('what operators write', () => {
  it('has headings below that of the page, paragraphs, lists, tables and emphasis', () => {
    expect(html('# One\n\nTwo **three** *four* `five`\n\n- six\n- seven\n\n3. eight')).toBe(
      '<div><h2>One</h2><p>Two <strong>three</strong> <em>four</em> <code>five</code></p>' +
        '<ul><li>six</li><li>seven</li></ul><ol start="3"><li>eight</li></ol></div>',
    )
    expect(html('| a | b |\n| - | - |\n| c | d |')).toContain('<tbody><tr><td>c</td><td>d</td></tr></tbody>')
  })

  it('leads only to where nothing runs', () => {
    expect(html('[a](https://example.net) [b](/privacy) [c](mailto:ops@example.net)').match(/<a /g)).toHaveLength(3)
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'vbscript:x',
    ])
      expect(html(`[go](${href})`)).toBe('<div><p>go</p></div>')
    expect(html('[go](<java\tscript:alert(1)>)')).not.toContain('<a')
  })

  it('shows HTML as it was typed', () => {
    const shown = html('<script>alert(1)</script>\n\nHi <img src=x onerror=alert(1)> <b>there</b>\n\n<iframe src="x">')
    expect(shown).not.toMatch(/<(script|img|b|iframe)/)
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('loads no pictures from elsewhere', () => {
    expect(html('![a seal](https://evil.example/pixel.png)')).toBe('<div><p>a seal</p></div>')
  })
})
