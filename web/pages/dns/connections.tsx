import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedDnsConnection } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Count, Prefix } from '../../ui/values.tsx'
import { offerPath, offersPath, serversPath } from './dns-read.ts'

/** Which listing's reverse zones are at which server. */

export function Connections() {
  const { uuid: tenantUUID } = useCompany()
  const asked = useQuery(read(offersPath, { params: { path: { tenantUUID }, query: { per_page: 1_000 } } }))
  return (
    <Card flush title="Connected listings" says="Their lessees can set reverse DNS." actions={<Connect />}>
      <Table
        label="Connected listings"
        query={asked}
        columns={columns}
        rowKey={({ offer_uuid }) => offer_uuid}
        expected={1}
        empty={<EmptyState icon="offer" title="No listing is connected" />}
      />
    </Card>
  )
}

const columns: readonly Column<ListedDnsConnection>[] = [
  { title: 'Block', cell: ({ block }) => <Prefix of={block} /> },
  {
    title: 'Name server',
    wide: 'below',
    cell: ({ server_title }) => <span className="text-soft">{server_title}</span>,
  },
  { title: 'Names', align: 'right', cell: ({ names }) => <Count of={names} /> },
  { title: 'Actions', silent: true, align: 'right', cell: (one) => <Disconnect of={one} /> },
]

const listingsPath = '/billing/v1/{tenantUUID}/market/services'

function Connect() {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Connect listing"
      says="The server is asked for the zone first, and whether it takes changes."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small icon="plus" why={whyNot}>
          Connect
        </Button>
      }
    >
      {open && <ConnectForm tenantUUID={tenantUUID} onClose={() => setOpen(false)} />}
    </Dialog>
  )
}

interface ConnectFormProps {
  readonly tenantUUID: string
  readonly onClose: () => void
}

function ConnectForm({ tenantUUID, onClose }: ConnectFormProps) {
  const path = { tenantUUID }
  const servers = useQuery(read(serversPath, { params: { path, query: { per_page: 1_000 } } }))
  const offers = useQuery(read(listingsPath, { params: { path, query: { per_page: 1_000 } } }))
  const connect = useWrite(
    ({ offer, server }: { offer: string; server: string }) =>
      api.PUT(offerPath, { params: { path: { tenantUUID, offerUUID: offer } }, body: { server_uuid: server } }),
    { changes: [offersPath], inline: true, done: 'Connected.', onDone: onClose },
  )
  const choices = {
    offer: (offers.data?.data ?? []).map(({ uuid, address, cidr }) => ({ value: uuid, label: `${address}/${cidr}` })),
    server: (servers.data?.data ?? []).map(({ uuid, title }) => ({ value: uuid, label: title })),
  }
  const lacks =
    choices.offer.length === 0
      ? 'There is no listing.'
      : choices.server.length === 0
        ? 'Add a name server first.'
        : undefined
  return (
    <Form
      problem={connect.problem}
      onSubmit={connect.from((typed) => ({ offer: typed.text('offer'), server: typed.text('server') }))}
    >
      <Field name="offer" label="Listing">
        <Select name="offer" options={choices.offer} placeholder="Choose" />
      </Field>
      <Field name="server" label="Name server">
        <Select name="server" options={choices.server} placeholder="Choose" />
      </Field>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={connect.busy} why={lacks}>
          Connect
        </Button>
      </DialogActions>
    </Form>
  )
}

function Disconnect({ of: { offer_uuid: offerUUID, block } }: { readonly of: ListedDnsConnection }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const end = useWrite(() => api.DELETE(offerPath, { params: { path: { tenantUUID, offerUUID } } }), {
    changes: [offersPath],
    inline: true,
    done: 'Disconnected.',
  })
  return (
    <>
      <IconButton small icon="trash" label={`Disconnect ${block}`} why={whyNot} onClick={() => setOpen(true)} />
      <Confirm
        open={open}
        onOpen={setOpen}
        title={`Disconnect ${block}?`}
        says="Lessees of this listing can no longer set reverse DNS."
        action="Disconnect"
        problem={end.problem}
        onConfirm={end.with()}
      />
    </>
  )
}
