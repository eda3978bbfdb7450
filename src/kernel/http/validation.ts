import { kernelProblem, type Problem } from '../problems.ts'

/** The validator's findings as field errors a person understands. */

export interface Finding {
  readonly keyword: string
  readonly instancePath: string
  readonly message?: string
  readonly params: Record<string, unknown>
}

const mostFields = 20

const sentences: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is required',
  type: ({ type }) => `must be ${article(String(type))}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`),
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  minItems: ({ limit }) => `must have at least ${String(limit)} items`,
  maxItems: ({ limit }) => `must have at most ${String(limit)} items`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  format: ({ format }) => `must be a valid ${String(format)}`,
  additionalProperties: () => 'is not known here',
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}

export function fieldsRefused(findings: readonly Finding[]): Problem {
  // Names come from the caller, so nothing may be there before them.
  const fields: Record<string, string[]> = Object.create(null)
  for (const finding of findings) {
    const path = pathOf(finding)
    // An alternative's branches each complain; only the one about null is noise.
    if (finding.keyword === 'anyOf' || (finding.keyword === 'type' && finding.params['type'] === 'null')) continue
    if (Object.keys(fields).length >= mostFields && !fields[path]) break
    const sentence = sentences[finding.keyword]?.(finding.params) ?? finding.message ?? 'is not acceptable'
    fields[path] = [...new Set([...(fields[path] ?? []), sentence])]
  }
  return kernelProblem('invalid_fields', { fields })
}

function pathOf({ keyword, instancePath, params }: Finding): string {
  const parts = instancePath.split('/').slice(1)
  if (keyword === 'required') parts.push(String(params['missingProperty']))
  if (keyword === 'additionalProperties') parts.push(String(params['additionalProperty']))
  return parts.join('.') || 'body'
}
