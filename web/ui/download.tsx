import type { ReactNode } from 'react'
import { buttonClass, type Look } from './button.tsx'
import { Icon } from './icons.tsx'

interface DownloadLinkProps {
  /** An address of the API that answers with a file: the session's cookie goes along. */
  readonly href: string
  readonly look?: Look
  readonly small?: boolean
  /** What is downloaded, where the text alone does not say. */
  readonly label?: string
  readonly children: ReactNode
}

interface CsvLinkProps extends Pick<DownloadLinkProps, 'small'> {
  readonly href: string
  /** What the page asks the list by. */
  readonly by: object
}

/** The whole of a list as a file: by the filters and in the order of the page. */
export function CsvLink({ href, by, small }: CsvLinkProps) {
  const asked = Object.entries(by).filter(([name]) => name !== 'page' && name !== 'per_page')
  const wanted = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))
  return (
    <DownloadLink href={wanted.size > 0 ? `${href}?${wanted}` : href} {...(small && { small })}>
      Download CSV
    </DownloadLink>
  )
}

/** A file of the API, as an ordinary link: the browser saves it under the name it is sent with. */
export function DownloadLink({ href, look = 'plain', small, label, children }: DownloadLinkProps) {
  return (
    <a href={href} download aria-label={label} className={buttonClass(look, small)}>
      <Icon name="download" />
      {children}
    </a>
  )
}
