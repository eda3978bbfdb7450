import type pg from 'pg'
import { addressCount, formatPrefix, knownPrefix, nthChild, type Prefix } from '../../../src/kernel/ip/index.ts'
import { eyesOn } from '../database.ts'

/**
 * Sees a race for the blocks of one offer on a connection of its own, and says what was wrong with it. A trigger of the
 * test's writes down when each claim began and ended, by the database's clock: a request knows only when it came in, and
 * it may have waited for the lock after that.
 */

/** A refusal as a client met it; times in microseconds. */
export interface Refusal {
  readonly block: string
  /** The free blocks it named, in its order. */
  readonly named: readonly string[]
  readonly sent: number
  readonly answered: number
}

/** What the clients know when the race is over. */
export interface Memory {
  readonly refusals: readonly Refusal[]
  /** Reservations that were given and not let go of, with their blocks. */
  readonly held: ReadonlyMap<string, string>
  /** Answers that nobody should get. */
  readonly troubles: readonly string[]
}

interface Moment {
  readonly at: number
  /** The /24s in somebody's hands from then on, a bit each. */
  readonly taken: number
}

const namedAtMost = 4
const mostFindings = 20

export class Witness {
  readonly findings: string[] = []
  readonly #pool: pg.Pool
  readonly #offer: string
  readonly #whole: Prefix

  private constructor(pool: pg.Pool, offer: string, whole: Prefix) {
    this.#pool = pool
    this.#offer = offer
    this.#whole = whole
  }

  /** The offer has at most 32 blocks of /24, one bit each. */
  static async over(databaseUrl: string, offer: { readonly uuid: string; readonly block: string }): Promise<Witness> {
    const pool = eyesOn(databaseUrl, 1)
    await pool.query(`
      create table witness (n bigserial, at timestamptz not null default clock_timestamp(), block cidr, live boolean);
      create function bear_witness() returns trigger language plpgsql as $$ begin
        insert into witness (block, live) values (new.block, new.status in ('held', 'claimed', 'leased', 'resting'));
        return null;
      end $$;
      create trigger bear_witness after insert or update of status on allocation
        for each row execute function bear_witness()`)
    return new Witness(pool, offer.uuid, knownPrefix(offer.block))
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  /** While the race is on and after it: nothing is claimed twice, nothing is lost. One statement sees one moment. */
  async look(): Promise<void> {
    const { rows } = await this.#pool.query<{ twice: string[]; addresses: number }>(
      `with claim as (select uuid, block from allocation where offer_uuid = $1 and status in ('held', 'claimed', 'leased', 'resting'))
       select array(select format('%s and %s', a.block, b.block) from claim a join claim b
           on a.block >>= b.block and a.uuid <> b.uuid) as twice,
         (select coalesce(sum(2 ^ (32 - masklen(block))), 0)::int from (
           select block from claim union all select block from free_block where offer_uuid = $1) part) as addresses`,
      [this.#offer],
    )
    const { twice = [], addresses = 0 } = rows[0] ?? {}
    for (const pair of twice) this.#find(`claimed at the same time: ${pair}`)
    const all = addressCount(this.#whole)
    if (addresses !== all) this.#find(`free, held and leased are ${addresses} of ${all} addresses`)
  }

  /** After the race: the whole history against what the clients were told. */
  async judge({ refusals, held, troubles }: Memory): Promise<void> {
    await this.look()
    for (const trouble of troubles) this.#find(trouble)
    await this.#compareHeld(held)
    const history = await this.#history()
    for (const refusal of refusals)
      if (!this.#wasTrue(refusal, history))
        this.#find(`${refusal.block} was refused and ${refusal.named.join(', ') || 'nothing'} named, at no time truly`)
  }

  #find(finding: string): void {
    if (this.findings.length < mostFindings && !this.findings.includes(finding)) this.findings.push(finding)
  }

  /** Nobody holds what nobody was given, and nobody was given what is not held. */
  async #compareHeld(held: ReadonlyMap<string, string>): Promise<void> {
    const { rows } = await this.#pool.query<{ uuid: string; block: string }>(
      `select r.uuid, r.block from reservation r join allocation a on a.uuid = r.allocation_uuid
       where r.offer_uuid = $1 and r.status in ('pending', 'accepted') and a.status = 'held'`,
      [this.#offer],
    )
    const kept = new Map(rows.map(({ uuid, block }) => [uuid, block]))
    for (const [uuid, block] of kept) if (held.get(uuid) !== block) this.#find(`${block} is held and nobody knows`)
    for (const [uuid, block] of held) if (kept.get(uuid) !== block) this.#find(`${block} was given and is not held`)
  }

  /** Claims and releases in the order in which they happened, played again. */
  async #history(): Promise<Moment[]> {
    const { rows } = await this.#pool.query<{ at: string; block: string; live: boolean }>(
      `select (extract(epoch from at) * 1000000)::bigint::text as at, block, live from witness order by n`,
    )
    const moments: Moment[] = [{ at: 0, taken: 0 }]
    for (const { at, block, live } of rows) {
      const before = moments.at(-1)?.taken ?? 0
      const bits = this.#bitsOf(block)
      if (live && (before & bits) !== 0) this.#find(`${block} was claimed while part of it was taken`)
      if (!live && (before & bits) !== bits) this.#find(`${block} was released and had not been taken`)
      moments.push({ at: Number(at), taken: live ? before | bits : before & ~bits })
    }
    return moments
  }

  /** At some moment between request and answer the block was taken, and the named ones were the nearest free ones. */
  #wasTrue({ block, named, sent, answered }: Refusal, history: readonly Moment[]): boolean {
    const wanted = this.#bitsOf(block)
    const said = named.join()
    const first = history.findLastIndex(({ at }) => at <= sent)
    const last = history.findLastIndex(({ at }) => at <= answered)
    return history
      .slice(first, last + 1)
      .some(({ taken }) => (taken & wanted) !== 0 && this.#nearest(block, taken).join() === said)
  }

  #nearest(block: string, taken: number): string[] {
    const { address, length } = knownPrefix(block)
    const distance = (other: Prefix) => Math.abs(Number(other.address - address))
    return Array.from({ length: 2 ** (length - this.#whole.length) }, (_, n) => nthChild(this.#whole, length, n))
      .filter((other) => (taken & this.#bitsOf(formatPrefix(other))) === 0)
      .sort((a, b) => distance(a) - distance(b) || Number(a.address - b.address))
      .slice(0, namedAtMost)
      .map(formatPrefix)
  }

  #bitsOf(block: string): number {
    const { address, length } = knownPrefix(block)
    return (2 ** (2 ** (24 - length)) - 1) << Number((address - this.#whole.address) / 256n)
  }
}
