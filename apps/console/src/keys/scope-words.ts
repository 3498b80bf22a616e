/** A description of each scope for owners; a scope without an entry is shown by its name. */
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
  'surf.search': 'search the archive',
  'pages.set_visibility': 'change who sees websites',
  'audit.read': 'read the journal',
};

/** Returns the description of a scope: what it permits. */
export function describeScope(scope: string): string {
  return SCOPE_WORDS[scope] ?? scope;
}
