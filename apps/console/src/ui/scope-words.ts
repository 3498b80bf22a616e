/** What each scope (permission of a key) permits, in words for owners: a verb phrase that completes “may …”. */
const SCOPE_WORDS: Readonly<Record<string, string>> = {
  'worlds.list': 'see Worlds',
  'worlds.found': 'found Worlds',
  'builder.list': 'list websites',
  'builder.get': 'read drafts',
  'builder.create': 'make drafts',
  'builder.patch': 'change drafts',
  'builder.attach': 'move drafts',
  'builder.clear': 'empty drafts',
  'builder.publish': 'make websites public',
  'pages.list': 'list published websites',
  'pages.get': 'read published websites',
  'pages.set_visibility': 'change who sees websites',
  'pages.generate': 'have websites generated for credits',
  'widgets.catalog': 'list widgets',
  'widgets.install_page': 'put widgets into drafts',
  'surf.search': 'search the archive',
  'mall.overview': 'see what is public here',
  'audit.read': 'read the journal',
  'credits.balance': 'see the credits',
  'node.heartbeat': 'report that it is online',
  'relay.message': 'send messages',
  'relay.inbox': 'read its messages',
  'paired.chat': 'chat with you by a code',
};

/** Verb phrases for calls that need no scope (permission of a key), by the name under which the service reports them. */
const OTHER_CALLS: Readonly<Record<string, string>> = {
  whoami: 'ask what the key may do',
  unknown: 'use an action that does not exist',
};

/**
 * Returns what a scope (permission of a key) permits, as a verb phrase that completes “may …”. An unknown scope is returned
 * itself.
 */
export function describeScope(scope: string): string {
  return SCOPE_WORDS[scope] ?? scope;
}

/** Returns the purpose of an agent's call, as a verb phrase that completes “call to …”. */
export function describeCall(action: string): string {
  return OTHER_CALLS[action] ?? describeScope(action);
}
