import { longestSiteText } from '../../../../src/identity/site-text/site-text.rules.ts'
import { api } from '../../../api/client.ts'
import { useWrite } from '../../../api/query.ts'
import { textPath, textsPath, textTitles, type TextKind } from '../../../api/site-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useDraft } from '../../../ui/draft/draft.ts'
import { Checkbox, Field, TextArea } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { markdown as shown } from '../../../ui/markdown/markdown.ts'
import { Card } from '../../../ui/page.tsx'

interface TextEditorProps {
  readonly kind: TextKind
  readonly markdown: string
  /** The version that is edited: it is followed, not changed. */
  readonly follows: number
}

interface NewText {
  readonly markdown: string
  readonly ask_again: boolean
}

const Preview = ({ of }: { readonly of: string }) => (
  <section aria-label="Preview" className="min-w-0 rounded-md border border-line p-4 text-sm">
    {of.trim() === '' ? <p className="text-soft">The preview appears here.</p> : shown(of)}
  </section>
)

const AskAgain = () => (
  <Checkbox
    name="ask_again"
    label="Ask everybody to accept this version"
    hint="Otherwise only those who sign up from now on accept it."
  />
)

export function TextEditor({ kind, markdown, follows }: TextEditorProps) {
  const [typed, setTyped, kept] = useDraft(`text:${kind}:${follows}`, markdown)
  const publish = useWrite(
    (text: NewText) =>
      api.POST('/portal/operator/texts/{textKind}', {
        params: { path: { textKind: kind } },
        body: { ...text, follows },
      }),
    {
      changes: [textsPath, textPath, '/portal/operator/texts/{textKind}/versions', '/portal/me'],
      done: `Version ${follows + 1} published.`,
      inline: true,
    },
  )
  const why = typed.trim() === markdown.trim() ? 'Nothing has been changed.' : undefined
  return (
    <Card title={textTitles[kind]} says={follows === 0 ? 'Not published yet.' : `Version ${follows} is published.`}>
      <Form
        draft={kept}
        problem={publish.problem}
        onSubmit={(form) => publish.run({ markdown: typed, ask_again: form.has('ask_again') })}
      >
        <div className="grid gap-5 xl:grid-cols-2">
          <Field
            name="markdown"
            label="Text"
            hint="Markdown: # heading, **bold**, - list, [link](https://…). HTML is shown as text."
          >
            <TextArea
              rows={20}
              required
              maxLength={longestSiteText}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              className="w-full font-mono text-xs"
            />
          </Field>
          <Preview of={typed} />
        </div>
        {kind === 'terms' && follows > 0 && <AskAgain />}
        <Button type="submit" look="primary" busy={publish.busy} why={why} className="self-start">
          Publish version {follows + 1}
        </Button>
      </Form>
    </Card>
  )
}
