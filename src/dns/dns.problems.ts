import { problems } from '../kernel/problems.ts'

export const dnsProblem = problems({
  reverse_not_leased: [422, 'Your company leases no block with this address; reverse DNS is for what is leased.'],
  reverse_not_connected: [
    422,
    'The holder of this block has connected no name server for reverse DNS yet; ask the holder to do so.',
  ],
  reverse_delegated: [
    422,
    'This address is delegated to name servers of your own; end the delegation to set its name here.',
  ],
  reverse_name_refused: [422, 'This cannot be the name of a host; see "errors".'],
  reverse_lines_refused: [422, 'Some lines cannot be used, so nothing was changed; see "errors".'],
  reverse_block_too_large: [422, 'At most 65,536 addresses are named at once; name a smaller block.'],
  delegation_servers_refused: [422, 'This block cannot be delegated to these name servers; see "errors".'],
  delegation_overlaps: [422, 'Part of this block is delegated already; end that delegation first.'],
  dns_server_refused: [422, 'This name server cannot be used; see "errors".'],
  too_many_dns_servers: [422, 'A company has at most 20 name servers; remove one you no longer use.'],
  dns_server_in_use: [422, 'Offers are connected to this name server; disconnect them first.'],
  dns_server_paused: [422, 'This name server is paused; set its status to "active" first.'],
  dns_server_fault: [422, 'The name server did not do what it was asked for.'],
  offer_has_reverse_names: [
    422,
    'Lessees have reverse names in this offer; it can be disconnected once their leases have ended.',
  ],
})
