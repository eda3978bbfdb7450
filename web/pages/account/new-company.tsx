import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { me } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { PurposeField, type Purpose } from './purpose.tsx'

export function NewCompany() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const found = useWrite(
    async (body: { title: string; role: Purpose }) => {
      const founded = await api.POST('/portal/companies', { body })
      // Its page needs to know of it.
      await queries.fetchQuery({ ...me(), staleTime: 0 })
      return founded
    },
    {
      inline: true,
      onDone: (answer) => {
        const company = String(answer?.data.customer_number)
        void navigate({ to: '/c/$company', params: { company } })
      },
    },
  )
  return (
    <div className="max-w-md">
      <PageHeader title="New company" says="You will be its owner and can invite others." />
      <Card>
        <Form
          keeps="new-company"
          problem={found.problem}
          onSubmit={(typed) => found.run({ title: typed.text('title'), role: typed.text('role') as Purpose })}
        >
          <Field name="title" label="Company">
            <Input required maxLength={255} autoComplete="organization" />
          </Field>
          <PurposeField name="role" />
          <Button type="submit" look="primary" busy={found.busy} className="self-start">
            Create
          </Button>
        </Form>
      </Card>
    </div>
  )
}
