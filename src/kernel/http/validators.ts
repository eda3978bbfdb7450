import buildCompiler from '@fastify/ajv-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Build = NonNullable<Factory['buildValidator']>
type Compile = (route: unknown) => Validate
type Validate = ((data: unknown) => unknown) & { errors?: unknown }

/**
 * Validators are made when they are first needed: a server that has just begun is ready sooner, and one that waits does
 * not carry what nobody has asked for.
 */
export const buildValidator = ((schemas: unknown, options?: unknown) => {
  let compile: Compile | undefined
  return (route: unknown): Validate => {
    let made: Validate | undefined
    const validate: Validate = (data) => {
      compile ??= buildCompiler()(schemas as never, options as never) as Compile
      made ??= compile(route)
      const result = made(data)
      validate.errors = made.errors
      return result
    }
    return validate
  }
}) as Build
