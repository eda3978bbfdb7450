import { createRequire } from 'node:module'
import type makeCompilers from '@fastify/ajv-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Build = NonNullable<Factory['buildValidator']>
type Compile = (route: unknown) => Validate
type Validate = ((data: unknown) => unknown) & { errors?: unknown }

const require = createRequire(import.meta.url)

/**
 * Validators are made when they are first needed: a server that has just begun is ready sooner, and one that waits does
 * not carry what nobody has asked for, nor the library that makes them.
 */
export const buildValidator = ((schemas: unknown, options?: unknown) => {
  let compile: Compile | undefined
  return (route: unknown): Validate => {
    let made: Validate | undefined
    const validate: Validate = (data) => {
      compile ??= buildCompiler(schemas, options)
      made ??= compile(route)
      const result = made(data)
      validate.errors = made.errors
      return result
    }
    return validate
  }
}) as Build

/** Servers of one process that hold requests against the same schemas compile them once. */
let compilers: ReturnType<typeof makeCompilers> | undefined

function buildCompiler(schemas: unknown, options: unknown): Compile {
  compilers ??= (require('@fastify/ajv-compiler') as typeof makeCompilers)()
  return compilers(schemas as never, options as never) as Compile
}
