/**
 * Product files (patterns) with a function of more than 60 lines, each with what it is. Remove an entry together with its function;
 * nothing is added.
 * @type {Readonly<Record<string, string>>}
 */
export const LONG_FUNCTIONS = {
  'libs/gateway/src/admission/open-door.ts': 'wires the door',
  'libs/gateway/src/auth/open-auth.ts': 'the options of the auth library',
  'libs/gateway/src/auth/sessions.ts': 'the functions of sessions, as one closure',
  'libs/gateway/src/documents/client-setups.ts': 'a table of clients',
  'libs/gateway/src/http/console.routes.ts': 'a table of routes',
  'libs/gateway/src/open-gateway.ts': 'wires the gateway',
};
