/**
 * Where somebody proves once more who they are: the dialog in the frame. A request that wants a fresh proof waits here and
 * goes on, so that nothing typed is lost; several at once wait for the same dialog.
 */

type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** The dialog is there, until the returned function is called. */
export function offerProof(by: Ask): () => void {
  ask = by
  return () => {
    if (ask === by) ask = null
  }
}

/** Whether it was proven; false: they would rather not. */
export async function freshProof(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
