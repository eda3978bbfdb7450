/** A start that cannot go on, said in one sentence for a person; main and cli print .message and exit 1 without a stack. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
