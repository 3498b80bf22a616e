import {
  ACTIONS,
  detailsSchema,
  ERRORS,
  isErrorCode,
  jsonSchema,
  jsonSchemaOf,
  LIMITS,
  PRODUCT,
  PUBLIC_PATHS,
  type AnyAction,
  type PublicLinkBuilder,
} from '@bridge/contracts';
import {
  envelope,
  object,
  read,
  REF,
  reference,
  reply,
  SECURED,
  withoutDialect,
  type OpenApiObject,
} from './openapi-parts.ts';
import { pagePaths } from './openapi-pages.ts';

/** Returns the common beginning of the names of an action's schemas in `components`: `builder_patch` for `builder.patch`. */
function componentOf(action: AnyAction): string {
  return action.name.replace('.', '_');
}

/** Returns, for each action, the schemas of its request body (`…_call`) and of its response body (`…_result`). */
function actionSchemas(): OpenApiObject {
  return Object.fromEntries(
    ACTIONS.flatMap((action) => {
      const name = componentOf(action);
      const call = {
        ...object({
          action: { const: action.name },
          payload: withoutDialect(jsonSchemaOf(action, 'input')),
        }),
        additionalProperties: false,
        description: action.purpose,
      };
      const result = envelope({
        action: { const: action.name },
        result: withoutDialect(jsonSchemaOf(action, 'output')),
      });
      return [
        [`${name}_call`, call],
        [`${name}_result`, result],
      ];
    }),
  );
}

const CODES = Object.keys(ERRORS).filter(isErrorCode);

const ERROR_SCHEMA = object({
  ok: { const: false },
  error: {
    ...object({
      code: { type: 'string', enum: CODES },
      status: { type: 'integer' },
      message: { type: 'string' },
      hint: { type: 'string' },
      outcome: { type: 'string', enum: ['not_applied', 'unknown'] },
      retry: {
        type: 'string',
        enum: ['never', 'same_key', 'after_reconcile', 'after_seconds', 'fix_input'],
      },
      details: { type: 'object' },
      doc_url: { type: 'string', format: 'uri' },
    }),
    oneOf: CODES.map((code) => ({
      properties: {
        code: { const: code },
        details: withoutDialect(jsonSchema(detailsSchema(code), 'input')),
      },
    })),
  },
  request_id: { type: 'string' },
});

function actPath(): OpenApiObject {
  const choices = (suffix: string): OpenApiObject => ({
    oneOf: ACTIONS.map((action) => reference(`${componentOf(action)}_${suffix}`)),
  });
  return {
    post: {
      operationId: 'act',
      summary: `Perform an action. One body has at most ${LIMITS.callBodyBytesMax} bytes.`,
      ...SECURED,
      requestBody: { required: true, content: { 'application/json': { schema: choices('call') } } },
      responses: { 200: reply('The result of the action.', choices('result')), default: REF.error },
    },
  };
}

/** Returns the OpenAPI 3.1 document of all routes for agent keys and of the public documents. */
export function openapiDocument(links: Pick<PublicLinkBuilder, 'base'>): OpenApiObject {
  const anything = { type: 'object' };
  const action = { name: 'action', in: 'path', required: true, schema: { type: 'string' } };
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT.name,
      version: PRODUCT.version,
      description: `Start at ${links.base}${PUBLIC_PATHS.onboarding}. Every refusal is described under ${links.base}${PUBLIC_PATHS.docsErrors}.`,
    },
    servers: [{ url: links.base }],
    security: [],
    paths: {
      [PUBLIC_PATHS.act]: actPath(),
      ...pagePaths(),
      [PUBLIC_PATHS.whoami]: read(
        'whoami',
        'What the key may do.',
        envelope({ key: anything, worlds: { type: 'array', items: anything } }),
        SECURED,
      ),
      [PUBLIC_PATHS.bridge]: read('bridge', 'The bridge information object.', anything),
      [PUBLIC_PATHS.manifest]: read('manifest', 'The capability manifest.', anything),
      [PUBLIC_PATHS.actions]: read(
        'listActions',
        'Every action with its schemas.',
        envelope({ actions: { type: 'array', items: anything } }),
      ),
      [`${PUBLIC_PATHS.actions}/{action}`]: {
        parameters: [action],
        ...read(
          'getAction',
          'One action with its schemas.',
          envelope({ action: { type: 'string' } }),
        ),
      },
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An agent key, ak_…' },
        header: { type: 'apiKey', in: 'header', name: 'X-Service-Agent-Key' },
      },
      responses: { Error: reply('A refusal or a failure.', reference('Error')) },
      schemas: { Error: ERROR_SCHEMA, ...actionSchemas() },
    },
  };
}
