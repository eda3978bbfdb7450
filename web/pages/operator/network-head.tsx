import { PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AddSource } from './add-source.tsx'
import { StartImport } from './start-import.tsx'

/** What stands above the lists about network data. */
export function NetworkHead() {
  return (
    <>
      <PageHeader
        title="Network data"
        says="Routes, ROAs, registries and blocklists: the data behind block checks, LOAs and routing health."
        actions={
          <>
            <AddSource />
            <StartImport />
          </>
        }
      />
      <Tabs
        label="Network data"
        tabs={[
          { label: 'Sources', to: { to: '/operator/network' } },
          { label: 'Imports', to: { to: '/operator/network/imports' } },
        ]}
      />
    </>
  )
}
