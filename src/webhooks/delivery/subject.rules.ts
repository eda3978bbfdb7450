/** What an event is about: those of one subject are sent in their order (ADR 96). */
export function subjectOf(type: string, tenant: string, data: unknown): string {
  const noun = type.slice(0, type.indexOf('.'))
  const known = data as Readonly<Record<string, unknown>>
  const id = [known[`${noun}_uuid`], known['uuid'], known['lease_uuid'], known['block']].find(
    (value) => typeof value === 'string',
  )
  return `${noun}:${typeof id === 'string' ? id : tenant}`
}
