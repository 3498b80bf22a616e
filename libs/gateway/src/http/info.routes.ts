import {
  ACTIONS,
  findAction,
  jsonSchemaOf,
  KEY_HEADERS,
  PUBLIC_PATHS,
  SCOPES,
  type AnyAction,
  type PublicLinkBuilder,
} from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { HttpRoute } from './exchange.ts';
import { okReply } from './errors.ts';

const NOTES = [
  'The account owner makes keys in the console; a key never makes keys.',
  'POST {action, payload} to act, or use the same ten operations as tools at /api/mcp.',
  'GET /api/agent-bridge/whoami tells what a key may do; GET /api/agent-bridge/actions lists every action with its schemas, GET /api/agent-bridge/actions/{action} one of them.',
];

function describeAction(
  action: AnyAction,
  unconfigured: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return {
    action: action.name,
    ...(action.tool === null ? {} : { tool: action.tool }),
    scope: action.name,
    mutating: action.kind !== 'read',
    available: !unconfigured.has(action.name),
    purpose: action.purpose,
    input_schema: jsonSchemaOf(action, 'input'),
    output_schema: jsonSchemaOf(action, 'output'),
  };
}

const PUBLIC = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Returns the public routes of the product’s description and of the catalogue of actions.
 * Spec: documents.bridge-fields, actions.catalogue.
 */
export function infoRoutes(
  links: Pick<PublicLinkBuilder, 'base'>,
  unconfigured: ReadonlySet<string>,
): readonly HttpRoute[] {
  const text = JSON.stringify({
    ok: true,
    name: 'Agent Bridge',
    auth: KEY_HEADERS,
    create_key: `${links.base}${PUBLIC_PATHS.keys}`,
    act: `${links.base}${PUBLIC_PATHS.act}`,
    scopes: SCOPES,
    notes: NOTES,
  });
  const headers = { 'content-type': 'application/json; charset=utf-8', ...PUBLIC };
  let actions: readonly object[] | undefined;
  const reply = (requestId: string, members: Readonly<Record<string, unknown>>) => {
    const plain = okReply(requestId, members);
    return { ...plain, headers: { ...plain.headers, ...PUBLIC } };
  };
  return [
    {
      path: PUBLIC_PATHS.bridge,
      // The reply has no `request_id`, because the specification lists all its members.
      methods: { GET: async () => ({ status: 200, headers, body: text }) },
    },
    {
      path: PUBLIC_PATHS.actions,
      // Computed at the first request, because making the schemas takes some milliseconds.
      methods: {
        GET: async ({ requestId }) =>
          reply(requestId, {
            actions: (actions ??= ACTIONS.map((action) => describeAction(action, unconfigured))),
          }),
      },
    },
    {
      path: `${PUBLIC_PATHS.actions}/:action`,
      methods: {
        GET: async ({ requestId, params }) => {
          const action = findAction(params['action'] ?? '');
          if (action === undefined) throw new BridgeError('not_found', {});
          return reply(requestId, describeAction(action, unconfigured));
        },
      },
    },
  ];
}
