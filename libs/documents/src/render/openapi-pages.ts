import { jsonSchema, PUBLIC_PATHS, publishCheck } from '@bridge/contracts';
import {
  envelope,
  read,
  REF,
  reference,
  reply,
  SECURED,
  withoutDialect,
  type OpenApiObject,
} from './openapi-parts.ts';

const PAGE_ID = {
  name: 'page_id',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};
const HTML = { 'text/html': { schema: { type: 'string' } } };

function rawPath(): OpenApiObject {
  const tag = { type: 'string', pattern: '^"r[1-9][0-9]*"$' };
  const header = (name: string, schema: OpenApiObject): OpenApiObject => ({
    name,
    in: 'header',
    required: true,
    schema,
  });
  return {
    parameters: [PAGE_ID],
    get: {
      operationId: 'getRaw',
      summary: 'The exact stored bytes of a draft (scope builder.get).',
      ...SECURED,
      responses: {
        200: { description: 'The draft.', headers: { ETag: { schema: tag } }, content: HTML },
        304: { description: 'The draft is at the revision of If-None-Match.' },
        default: REF.error,
      },
    },
    put: {
      operationId: 'putRaw',
      summary: 'Write the whole draft anew (scope builder.patch).',
      ...SECURED,
      parameters: [
        header('If-Match', tag),
        header('Idempotency-Key', { type: 'string', pattern: '^[A-Za-z0-9._:-]{8,128}$' }),
      ],
      requestBody: { required: true, content: HTML },
      responses: {
        200: reply('The result of builder.patch.', reference('builder_patch_result')),
        default: REF.error,
      },
    },
  };
}

/** Returns the OpenAPI paths of one website: its raw HTML, and the check of its draft (what a publication would return). */
export function pagePaths(): OpenApiObject {
  const page = `${PUBLIC_PATHS.bridge}/pages/{page_id}`;
  return {
    [`${page}/raw`]: rawPath(),
    [`${page}/check`]: {
      parameters: [PAGE_ID],
      ...read(
        'check',
        'What a publication of the draft would return (scope builder.get). Nothing is stored or public.',
        envelope({ check: withoutDialect(jsonSchema(publishCheck, 'output')) }),
        SECURED,
      ),
    },
  };
}
