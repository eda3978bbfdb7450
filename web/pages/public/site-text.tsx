import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { asProblem } from '../../api/problem.ts'
import { textOf, textTitles, usePublished, type TextKind } from '../../api/site-texts.ts'
import { markdown } from '../../ui/markdown/markdown.ts'
import { PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'

/** What the operator says to everybody. */

const termsPage = getRouteApi('/public/terms')

export function Terms() {
  return <SiteText kind="terms" version={termsPage.useSearch().version} />
}

export const Privacy = () => <SiteText kind="privacy" />

export const Contact = () => <SiteText kind="contact" />

function SiteText({ kind, version }: { readonly kind: TextKind; readonly version?: number | undefined }) {
  const published = usePublished()
  const current = published?.find((text) => text.kind === kind)
  const { data, error } = useQuery({ ...textOf(kind, version), enabled: current !== undefined })
  const text = data?.data
  return (
    <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6">
      <PageHeader
        title={textTitles[kind]}
        says={
          text && (
            <>
              Version {text.version}, published <Time of={text.published_at} as="date" />
            </>
          )
        }
      />
      {published && !current && <EmptyState icon="info" title="The operator has not published this yet" />}
      {error && !text && <ErrorNote problem={asProblem(error)} />}
      {text && current && text.version < current.version && (
        <div className="mb-4 max-w-2xl">
          <Note>This version has been replaced. Version {current.version} is in force.</Note>
        </div>
      )}
      {text ? markdown(text.markdown) : (!published || current) && !error && <Skeleton className="h-96 w-full" />}
    </div>
  )
}
