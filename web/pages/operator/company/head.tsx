import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.ts'
import { Status } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { BackLink } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { terms } from '../../../ui/words.ts'

export const companyPath = '/billing/v1/{tenantUUID}'

export const companyShownPath = '/portal/operator/companies/{companyUUID}'

/** What stands on the company's first page, in one answer. */
export function useCompanyShown(tenant: string) {
  return useQuery(read(companyShownPath, { params: { path: { companyUUID: tenant } } }))
}

export function useTenant(tenant: string) {
  return useQuery(read(companyPath, { params: { path: { tenantUUID: tenant } } }))
}

/** What stands above each page about one company. */
export function CompanyHead({ tenant }: { readonly tenant: string }) {
  const company = useTenant(tenant).data?.data
  return (
    <>
      <PageHeader
        title={company?.title ?? 'Company'}
        above={<BackLink to="/operator/companies">Companies</BackLink>}
        heading={
          company ? (
            <span className="flex flex-wrap items-center gap-3">
              {company.title}
              <span className="text-sm font-normal tracking-normal text-soft">
                <Status of={company.status} />
              </span>
            </span>
          ) : (
            <span className="flex">
              <span className="sr-only">Company</span>
              <Skeleton className="h-7 w-56" />
            </span>
          )
        }
        actions={
          <LinkButton to="/c/$company" params={{ company: tenant }} icon="eye">
            Open its portal
          </LinkButton>
        }
      />
      <Tabs
        label="About the company"
        tabs={[
          { label: 'Overview', to: { to: '/operator/companies/$tenant', params: { tenant } } },
          { label: 'Invoices', to: { to: '/operator/companies/$tenant/invoices', params: { tenant } } },
          { label: terms.activityLog, to: { to: '/operator/companies/$tenant/log', params: { tenant } } },
        ]}
      />
    </>
  )
}
