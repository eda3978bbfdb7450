/** Finds the circles of a graph: each as one walk that ends where it begins. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const walk: string[] = []
  const found: string[] = []
  const visit = (node: string): void => {
    const at = walk.indexOf(node)
    if (at >= 0) return void found.push([...walk.slice(at), node].join(' → '))
    if (done.has(node)) return
    walk.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    walk.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return found.map((circle) => `${circle}: imports in a circle`)
}
