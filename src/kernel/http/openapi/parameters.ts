import type { Operation, Parameter } from './operation.ts'

/** Parameters that many operations have stand once in a document, by their name: the company in the path, the page of a list. */

const many = 10

export type SharedParameters = Readonly<Record<string, Parameter>>

/** Of those that are called alike and say different things, the most frequent. */
export function sharedParameters(operations: readonly Operation[]): SharedParameters {
  const all = operations.flatMap(({ parameters = [] }) => parameters.filter(({ name }) => name !== undefined))
  const alike = [...Map.groupBy(all, (parameter) => JSON.stringify(parameter)).values()]
  const frequent = alike.filter((same) => same.length >= many).toSorted((a, b) => a.length - b.length)
  return Object.fromEntries(frequent.flatMap(([one]) => (one?.name === undefined ? [] : [[one.name, one] as const])))
}

export function referring(operation: Operation, shared: SharedParameters): Operation {
  if (!operation.parameters) return operation
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const name = parameter.name ?? ''
      const isShared = Object.hasOwn(shared, name) && JSON.stringify(shared[name]) === JSON.stringify(parameter)
      return isShared ? { $ref: `#/components/parameters/${name}` } : parameter
    }),
  }
}
