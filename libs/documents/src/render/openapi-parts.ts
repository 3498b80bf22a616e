import type { JsonSchema } from '@bridge/contracts';

/** A part of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/** A schema as it stands inside the document, which names its dialect once. */
export function withoutDialect(schema: JsonSchema): Json {
  const rest: Record<string, unknown> = { ...schema };
  delete rest.$schema;
  return rest;
}

/** An object with these properties. */
export function object(properties: Json, required = Object.keys(properties)): Json {
  return { type: 'object', properties, required };
}

/** A response with a JSON body. */
export function reply(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

/** The body of a success: `ok`, the members, `request_id`. */
export function envelope(members: Json): Json {
  return object({ ok: { const: true }, ...members, request_id: { type: 'string' } });
}

/** The reference to the response of every refusal. */
export const REF = { error: { $ref: '#/components/responses/Error' } };
/** Either header may carry the key. */
export const SECURED = { security: [{ bearer: [] }, { header: [] }] };

/** Returns a reference to a schema among the components. */
export function reference(component: string): Json {
  return { $ref: `#/components/schemas/${component}` };
}

/** A GET that answers one JSON object. */
export function read(operationId: string, summary: string, schema: Json, more: Json = {}): Json {
  return {
    get: {
      operationId,
      summary,
      ...more,
      responses: { 200: reply(summary, schema), default: REF.error },
    },
  };
}
