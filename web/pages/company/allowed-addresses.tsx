import { useState } from 'react'
import { allows, readAllowList } from '../../../src/identity/app-key/allow-list.rules.ts'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { useMe } from '../../api/session.ts'
import { Field, TextArea } from '../../ui/field.tsx'

/** From where an app key may be used, as somebody types it; what is wrong with it is said at once, in the API's words. */

export const placesIn = (typed: string): string[] => typed.split(/[\s,]+/).filter((place) => place !== '')

export function AllowedAddresses({ now }: { readonly now?: readonly string[] }) {
  const [typed, setTyped] = useState(now?.join('\n') ?? '')
  const read = readAllowList(placesIn(typed))
  return (
    <div>
      <Field
        name="allowed_addresses"
        label="Allowed addresses"
        optional
        hint="IP addresses and prefixes, one per line. Leave empty to allow any."
      >
        <TextArea
          rows={4}
          className="w-full font-mono text-xs"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      {'faults' in read && (
        <ul className="mt-1 text-xs text-bad">
          {Object.entries(read.faults).map(([place, [sentence]]) => (
            <li key={place}>{sentence}</li>
          ))}
        </ul>
      )}
      {'allowed' in read && <NotHere allowed={read.allowed} />}
    </div>
  )
}

/** Programs seldom run where people sit, so it is only said. */
function NotHere({ allowed }: { readonly allowed: readonly string[] }) {
  const { address } = useMe()
  if (allowed.length === 0 || address === null || allows(allowed.map(knownPrefix), address)) return null
  return (
    <output className="mt-1 block text-xs text-warn">
      Your current address, {address}, is not on the list: the key will not work from here.
    </output>
  )
}
