import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReverseDelegation } from '../../../client/api.gen.ts'
import { contains, formatPrefix, knownPrefix, type Prefix as Block } from '../../../src/kernel/ip/index.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Prefix } from '../../ui/values.tsx'
import { blocksPath, delegationPath, delegationsPath, namesPath } from './dns-read.ts'

const changes = [delegationsPath, namesPath, blocksPath] as const

/** Parts of a block whose names are on the lessee's own servers. */
export function Delegations({ block }: { readonly block: Block }) {
  const { uuid: tenantUUID } = useCompany()
  const asked = useQuery(read(delegationsPath, { params: { path: { tenantUUID }, query: { per_page: 1_000 } } }))
  const { error, isPlaceholderData, refetch } = asked
  const ours = asked.data?.data.filter((one) => contains(block, knownPrefix(one.block)))
  return (
    <Card
      flush
      title="Delegations"
      says="Addresses whose names your own name servers serve."
      actions={<Delegate block={formatPrefix(block)} />}
    >
      <Table
        label="Delegations"
        query={{ data: ours && { data: ours }, error, isPlaceholderData, refetch }}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        expected={1}
        empty={<EmptyState icon="tree" title="Nothing is delegated" />}
      />
    </Card>
  )
}

const columns: readonly Column<ReverseDelegation>[] = [
  { title: 'Block', cell: ({ block }) => <Prefix of={block} /> },
  {
    title: 'Name servers',
    wide: 'below',
    cell: ({ name_servers: servers }) => <span className="wrap-anywhere text-soft">{servers.join(', ')}</span>,
  },
  { title: 'Actions', silent: true, align: 'right', cell: (one) => <End of={one} /> },
]

function Delegate({ block }: { readonly block: string }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const save = useWrite(
    (body: { block: string; name_servers: string[] }) =>
      api.PUT(delegationsPath, { params: { path: { tenantUUID } }, body }),
    { changes, inline: true, done: 'Delegated.', onDone: () => setOpen(false) },
  )
  return (
    <Dialog
      title="Delegate reverse DNS"
      says="Your servers must already answer for the zone. Names set here for these addresses are removed."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small icon="plus" why={whyNot}>
          Delegate
        </Button>
      }
    >
      <Form
        problem={save.problem}
        keeps={`reverse:delegate:${block}`}
        onSubmit={save.from((typed) => ({
          block: typed.text('block'),
          name_servers: typed.text('name_servers').split(/[\s,;]+/),
        }))}
      >
        <Field name="block" label="Block" hint="A /24 or larger, or a part of a /24 (RFC 2317).">
          <Input required mono maxLength={18} defaultValue={block} autoComplete="off" />
        </Field>
        <Field name="name_servers" label="Name servers" hint="Two at least, one on each line.">
          <TextArea required rows={3} placeholder={'ns1.example.net\nns2.example.net'} spellCheck={false} />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.busy}>
            Delegate
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function End({ of: { uuid: delegationUUID, block } }: { readonly of: ReverseDelegation }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const end = useWrite(() => api.DELETE(delegationPath, { params: { path: { tenantUUID, delegationUUID } } }), {
    changes,
    inline: true,
    done: 'Delegation ended.',
  })
  return (
    <>
      <IconButton
        small
        icon="trash"
        label={`End the delegation of ${block}`}
        why={whyNot}
        onClick={() => setOpen(true)}
      />
      <Confirm
        open={open}
        onOpen={setOpen}
        title={`End the delegation of ${block}?`}
        says="Names on your own servers are no longer found. You can set names here again."
        action="End delegation"
        problem={end.problem}
        onConfirm={end.with()}
      />
    </>
  )
}
