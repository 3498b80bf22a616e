import { both, from, later, once, room } from './requirement.ts';

const LATER_ACTIONS = 'the thirteen actions beyond the tools are declared and answer 501';

const TOOL_LIST = 'libs/gateway/src/mcp/tool-list.test.ts';

/** Every sentence of the service's contract. */
export const SERVICE = {
  ...from('service 1', {
    'svc.account-context': once('An agent works in the account of the owner who issued its key.'),
    'svc.no-wallet': later(
      'Credits stay on the owner’s account; the agent holds no wallet.',
      LATER_ACTIONS,
    ),
    'svc.no-generation': both('Creating a website from supplied HTML invokes no paid generation.'),
    'svc.private-first': both('New websites are private.'),
    'svc.publish-apart': both('Publication is a separate permission and a separate explicit call.'),
    'svc.act-endpoint': once('POST /api/agent-bridge/act takes {action, payload}.'),
    'svc.mcp-endpoint': once('/api/mcp speaks Streamable HTTP, stateless JSON.'),
    'svc.manifest-fields': once(
      'The manifest has exactly the named fields, kind public-capability-manifest.',
    ),
    'svc.manifest-urls': once(
      'Every URL of the manifest is absolute, on the service’s own hosts, and leads to a document.',
    ),
    'svc.bridge-information': once(
      'The bridge information object has ok, name, auth, create_key, act, scopes, notes.',
    ),
  }),
  ...from('service 2', {
    'world.word-pattern': both('A World’s word matches the pattern, 1 to 41 characters.'),
    'world.found-public-identity': both(
      'Founding claims an unused word; no website is published by it.',
    ),
    'world.never-taken': both('A word that is owned or reserved is never taken.'),
    'world.list': both(
      'Listing returns Worlds founded or contributable with public URLs and permissions.',
    ),
    'page.id': both('A website is identified by a page_id, an integer above 0.'),
    'page.title': both('A title has 1 to 120 characters.'),
    'page.raw-html-limit': both('raw_html has at most 5,242,880 characters.'),
    'page.snapshot-immutable': once('The published artifact is an immutable snapshot.'),
    'page.read-complete': both(
      'Reading returns the complete stored HTML and layers with draft_revision.',
    ),
    'page.multi-file': later(
      'Multi-file projects are edited only in their project editor.',
      'projects come with their editor; the code path answers 422 multi_file_project',
    ),
    'page.publication-fields': both(
      'Publishing returns publication_mode, offline_ready and warnings.',
    ),
    'page.portable-archive': once('A portable result includes a downloadable archive.'),
    'page.online-no-archive': both(
      'An online result keeps external dependencies and has no archive.',
    ),
    'key.prefix': once(
      'A key’s value starts with ak_; it belongs to the owner, carries scopes and can be revoked.',
    ),
  }),
  ...from('service 3', {
    'state.create': both(
      'Create makes a private draft with the supplied HTML, without charge or publication.',
    ),
    'state.patch': both(
      'A patch whose expected_revision matches changes the draft and its revision.',
    ),
    'state.patch-stale': both(
      'A patch with a stale expected_revision is 409 and leaves newer work intact.',
    ),
    'state.attach': both('Attach moves the draft to the target World and does not publish.'),
    'state.clear': both(
      'Clear empties HTML and layers; identity, World, lineage and published artifact are kept.',
    ),
    'state.publish': both('Publish returns the live website and an immutable snapshot.'),
    'state.artifact-survives-clear': both('The published artifact survives a clear of the draft.'),
  }),
  ...from('service 4', {
    'key.create-session': once(
      'A key is created by POST on the keys address with the owner’s session.',
    ),
    'key.list-revoke': once(
      'Keys are listed by GET and revoked by POST; revocation takes effect immediately.',
    ),
    'tool.unknown-property': both('Every tool input rejects unknown properties.'),
    'tool.idempotency-required': both('Every mutating tool takes an idempotency_key.'),
    'tool.names': once('Tool names use underscores; scope names use dots; there are ten tools.'),
    'tool.list-paging': both(
      'builder_list pages by limit (1 to 100, default 30) and after_id, with next_after_id.',
    ),
    'tool.create-default-html': both(
      'Without raw_html a minimal document with UTF-8 charset and a heading is stored.',
    ),
    'tool.patch-ops': both(
      'patch_ops has 1 to 50 items of {op: replace_text, old, new}, all members required.',
    ),
    'tool.patch-unique': both('old must match the source uniquely and exactly.'),
    'tool.search': both(
      'surf_search takes a query of 1 to 300 characters and a limit of 1 to 50, default 12.',
    ),
    'tool.hints': once('Every tool carries the hints of the table; openWorldHint is true.'),
    'rule.search-unverified': both('Search results verify neither availability nor rights.'),
    'rule.dashboard': once('Creating a draft does not replace the World dashboard.'),
    'tool.schemas-convert': room('The converters of model providers take every tool.', [
      'e2e/src/mcp/python.test.ts',
      'the converters of OpenAI (strict), Google and Anthropic',
    ]),
    'tool.texts': room(
      'The tool texts say what an agent must know before it acts, within what clients pass on to a model.',
      [TOOL_LIST, 'says what an agent must know before it acts'],
      [TOOL_LIST, 'stays within what clients pass on to a model'],
    ),
  }),
  ...from('service 5', {
    'auth.two-headers': once('The key comes as Authorization: Bearer or as X-Service-Agent-Key.'),
    'auth.owner-wide': once('A key is owner-wide for its scopes and revocable at any time.'),
    'auth.scopes': once('Exactly 23 scopes exist.'),
    'auth.scope-sets': once('The manifest’s read, draft and optional sets are those of the table.'),
    'auth.publish-clear-apart': once('builder.publish and builder.clear are not in the draft set.'),
  }),
  ...from('service 7', {
    'err.conflict': both(
      'A revision conflict is 409 and leaves newer work intact; the caller reconciles.',
    ),
    'err.retry-same-key': both(
      'A mutating call repeated with the same key and payload is done once.',
    ),
  }),
  ...from('service 9', {
    'ver.manifest': once('The manifest’s version is 1.1.'),
    'ver.protocols': once(
      'The tool endpoint supports exactly 2025-03-26, 2025-06-18 and 2025-11-25.',
    ),
  }),
} as const;
