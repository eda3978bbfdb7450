import { hierarchy, partition } from 'd3-hierarchy'

export interface Slab<Node> {
  readonly node: Node
  readonly depth: number
  /** From 0 to 1 along the address space. */
  readonly from: number
  readonly to: number
}

/** A tree of nested blocks as slabs: one row per depth, widths by size. For drawing how a block is split. */
export function icicle<Node>(
  root: Node,
  childrenOf: (node: Node) => readonly Node[],
  sizeOf: (node: Node) => number,
): Slab<Node>[] {
  const tree = hierarchy(root, (node) => [...childrenOf(node)]).sum((node) =>
    childrenOf(node).length === 0 ? sizeOf(node) : 0,
  )
  return partition<Node>()
    .size([1, 1])(tree)
    .descendants()
    .map(({ data, depth, x0, x1 }) => ({ node: data, depth, from: x0, to: x1 }))
}
