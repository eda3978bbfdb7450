/** The ticket stands behind the #, which browsers send to nobody; it is read once and taken out of the address. */
export function takeTicket(): string {
  const ticket = location.hash.slice(1)
  if (ticket) history.replaceState(history.state, '', location.pathname)
  return ticket
}
