import { both, from, later, once, room } from './requirement.ts';

const OWNER_ROUTES = 'libs/gateway/src/owner-routes.test.ts';
const CLIENT = 'libs/gateway/src/documents/client-program.test.ts';
const SUGGEST = 'libs/gateway/src/dispatch/suggest.test.ts';
const EDITOR = 'comes with the browser editor';
const OPERATIONS = 'comes with the operator’s work';

/** Every row of what the contract leaves open and was settled. */
export const DECISIONS = {
  ...from('decisions 1', {
    'name.aliases': once(
      'Each of the 23 actions is its scope; the ten tool names are accepted as aliases.',
    ),
    'origin.app-no-html': once('The app origin never serves a user’s HTML as a document.'),
    'origin.content-plain': once(
      'The content origin sets and reads no cookie, has no /api, and answers GET and HEAD only.',
    ),
    'origin.labels': once('A World has its label; a website has its own, stable over attach.'),
    'origin.redirect': once('<word>.host/<page_id> redirects to the website.'),
    'origin.path-form': once(
      '/p/<id>/ and /w/<word>/ serve the same, sandboxed without allow-same-origin.',
    ),
    'origin.links-configured': once(
      'Links come from the configured addresses, never from a Host header.',
    ),
    'origin.preview': later(
      'preview_url is a sandboxed preview of 15 minutes.',
      'null until built, as decided',
    ),
  }),
  ...from('decisions 2', {
    'route.bridge': once('GET /api/agent-bridge is public and lists 23 scopes with both headers.'),
    'route.manifest-twice': once('Both manifest addresses answer identical bytes with an ETag.'),
    'route.actions': once(
      'GET /api/agent-bridge/actions lists every action with schemas and availability.',
    ),
    'route.whoami': once('whoami tells the key’s scopes, Worlds, limits and expiry.'),
    'route.act-strict': once('An absent payload is {}; any other member of the body is refused.'),
    'route.raw': once(
      'raw answers the exact stored bytes as a sandboxed attachment with ETag "r<revision>".',
    ),
    'route.raw-put': once(
      'PUT …/raw writes the whole draft as its exact bytes under If-Match and Idempotency-Key: 428 without a revision, 409 on a stale one.',
    ),
    'cli.client': room(
      'The single-file client prints details and the replay mark, refuses a missing key file, and answers every request.',
      [CLIENT, 'prints the details of a refusal'],
      [CLIENT, 'marks a replay'],
      [CLIENT, 'refuses a key file that is missing or empty'],
      [CLIENT, 'answers every request under its own id'],
    ),
    'route.front': room(
      '/ shows people and agents where to go; a 404 names the documents; a browser at /api/mcp sees how to connect.',
      [OWNER_ROUTES, 'shows people what this is and where to sign in'],
      [OWNER_ROUTES, 'a 404 that names the documents'],
      [OWNER_ROUTES, 'shows a browser how to connect'],
      [OWNER_ROUTES, 'answers 404 for files that are not there'],
    ),
    'route.openapi': room(
      'openapi.json is valid OpenAPI 3.1 of the key routes; one action has an address of its own.',
      ['libs/gateway/src/documents/openapi.test.ts', 'is valid OpenAPI 3.1'],
      ['libs/gateway/src/documents/openapi.test.ts', 'takes the example of every action'],
    ),
    'route.keys-forms': once(
      'Keys are made by preset or scopes, revoked, rotated, all revoked; the secret comes once.',
    ),
    'route.members': once(
      'Members are invited by e-mail and role; the answer is always “invited” with an accept_url, the same for known and unknown addresses.',
    ),
    'route.invitation-accept': once(
      'Nothing of the invited is shown and no right exists before they accept; the account that signs in at the accept_url joins; the link works once.',
    ),
    'route.invitation-decline': once(
      'An invitation is declined, and a member leaves; a member’s role change works at once.',
    ),
    'route.invitation-rules': room(
      'An invitation lasts 14 days; a World has at most 100 open ones; a newer one, a withdrawal, an answer and the expiry end its link.',
      ['libs/worlds/src/invitations.test.ts', 'then its link does nothing'],
      ['libs/worlds/src/invitations.test.ts', 'to a hundred open ones'],
      ['libs/worlds/src/invitations.test.ts', 'accept one link at the same moment, one joins'],
      ['libs/gateway/src/owner-routes.test.ts', 'the token is stored as its hash only'],
      ['e2e/src/scan-secrets.ts', 'keys or passwords stand in the'],
      ['libs/gateway/src/admission.test.ts', 'twenty invitations'],
      ['e2e/src/browser/invitation.test.ts', 'accepts it with the keyboard'],
    ),
    'route.dashboard': once('The founder sets title and text of a World’s dashboard.'),
    'route.mcp-405': once('GET and DELETE on /api/mcp are 405 with Allow: POST.'),
    'route.sign-up-closed': once(
      'Sign-up is closed; the first owner comes by the one-time link, which works once.',
    ),
    'route.internal': once('/livez, /readyz and /metrics answer on the internal port.'),
    'route.session-required': once('A key on a session route is 403 session_required.'),
    'route.json-404': once('Unknown paths, /.well-known/oauth-* and /register are JSON 404.'),
    'cli.owner-keys': once(
      'ctl makes owners and keys while the product runs and while it does not.',
    ),
    'cli.exit-codes': once('ctl ends with 0, 1 or 2, and answers --json and --help.'),
    'cli.backup': later('ctl backs up and restores.', OPERATIONS),
    'config.unknown-refused': once('Unknown BRIDGE_* names are refused.'),
    'config.limits-off': once('BRIDGE_LIMITS=off is refused away from loopback.'),
  }),
  ...from('decisions 3', {
    'err.shape-success': both('Success is {ok, action, result, request_id}.'),
    'err.shape-failure': both(
      'Failure carries code, status, message, hint, outcome, retry, details, doc_url.',
    ),
    'err.no-internals': both(
      'No SQL, no stack, no other server’s text and no user’s HTML stands in an error.',
    ),
    'err.mcp-text': once(
      'On MCP the same error object is JSON text with isError and without structuredContent.',
    ),
    'err.mcp-http': once(
      'HTTP-level refusals on /api/mcp are JSON-RPC errors whose data is the error object.',
    ),
    'err.mcp-null-id': room(
      'HTTP-level refusals on /api/mcp carry id null, so that clients show what is wrong with a key.',
      ['e2e/src/mcp/python.test.ts', 'show what is wrong with a bad key'],
      ['libs/gateway/src/mcp/requests.test.ts', 'the error object and a null id'],
    ),
    'err.catalogue': once('Every code answers with its status of the table.'),
    'err.exact-issues': room(
      'An issue names the value that is wrong and the least or greatest one that is right.',
      ['libs/gateway/src/registry.test.ts', 'says exactly which value is wrong and what is right'],
    ),
    'err.patch-typo': room(
      'patch_no_match suggests the stored text for one or two wrong letters in a unique place, for case and for entities.',
      ['libs/builder/src/patch/near-miss.test.ts', 'is told the stored text'],
      ['libs/builder/src/patch/near-miss.test.ts', 'of case or entities'],
    ),
    'err.suggestion': room(
      'An unknown action is answered by the one of the same meaning, never by one that removes or publishes.',
      [SUGGEST, 'is taken for'],
      [SUGGEST, 'gets no suggestion but the hint what exists'],
      [SUGGEST, 'is never taken for clear or publish by its spelling'],
    ),
    'err.masked-404': both(
      'What an account may not see answers byte for byte like what does not exist.',
    ),
  }),
  ...from('decisions 4', {
    'order.key-before-body': once('401 comes before the body is read.'),
    'order.action-scope-schema': both('Known action, then scope, then availability, then schema.'),
    'order.replay-before-revision': both(
      'The retry of an applied patch replays although the revision moved on.',
    ),
    'idem.refusal-frees': both('A refusal leaves the key free.'),
    'idem.replay-marked': once('A replay carries Idempotency-Replayed: true, on MCP in _meta.'),
    'idem.mismatch': both(
      'The same key with another payload or action is 422 idempotency_mismatch.',
    ),
    'idem.cross-surface': once('The same call by act and by MCP is the same call.'),
    'idem.twins': both('Parallel twins have one effect and one answer.'),
    'idem.world-limited-replay': once('A key limited to Worlds replays only what touched those.'),
    'rev.rises-by-one': both('Revisions start at 1 and rise by 1; publish changes none.'),
    'rev.listed': once('Every revision is listed with who, when, which action, hash and size.'),
    'page.empty-legal': both(
      'An empty raw_html is legal; publishing an empty draft is 422 empty_draft.',
    ),
    'page.empty-patch': both(
      'A patch of an empty draft is 422 empty_draft naming the ways to fill it.',
    ),
    'page.secret-refused': both('Publishing a draft that holds a key is 422 secret_in_html.'),
    'page.ready-proven': room(
      'offline_ready is true only where every script of the page is proven to load nothing, whatever way a value takes.',
      [
        'libs/publisher/src/verdict/proof/prove.test.ts',
        'brings an address to something that loads is not ready',
      ],
      ['libs/publisher/src/verdict/programs/programs.fuzz.test.ts', 'no program is called ready'],
    ),
    'page.warnings-grouped': once(
      'Warnings are grouped by code, element and address with up to five places each; a script that does not parse and a link to a page that is not there are told; truncated says when there were more.',
    ),
    'page.secret-encoded': once(
      'A key is found in any encoding and between any letters; details.found names part, line and column, never the key.',
    ),
    'page.author-only': both(
      'Only the author’s account sees, lists, edits and publishes a website.',
    ),
    'world.roles': once(
      'Founders and contributors create, attach and publish; viewers see the member list only.',
    ),
    'world.right-asked': both('Unknown World 404, World without right 403, at create and attach.'),
    'world.right-held': room(
      'What commits after the removal of a member was acknowledged has the right.',
      ['libs/builder/src/held-right.test.ts', 'is acknowledged after its commit'],
      ['libs/builder/src/held-right.test.ts', 'is refused when a removal that it waited for'],
      ['libs/builder/src/held-right.test.ts', 'although many creates of the account hold'],
      ['libs/worlds/src/worlds.test.ts', 'a role that may only execute the function'],
      ['e2e/src/gauntlet/rights.test.ts', 'commit after a removal was acknowledged'],
      ['e2e/src/split/split.test.ts', 'nothing commits under it after the acknowledgement'],
    ),
    'world.removed-contributor': once(
      'A removed contributor keeps the own drafts and may attach them elsewhere.',
    ),
    'key.world-limited': both(
      'A key limited to Worlds sees only websites there and names only those words.',
    ),
  }),
  ...from('decisions 5', {
    'limit.code-points': both('Characters are code points: 120 emoji are a legal title.'),
    'limit.unicode': both('Lone surrogates are 400 invalid_unicode, never repaired.'),
    'limit.exact-bytes': both('NUL, CR, BOM and U+2028 in raw_html come back as sent.'),
    'limit.title-controls': both('Titles with control characters or of white space alone are 400.'),
    'limit.body-413': once('A body over 64 MiB is 413 before it is read; 64 KiB elsewhere.'),
    'limit.depth-tokens': once('Depth over 32 and tokens over 10,000 are 400 json_too_complex.'),
    'limit.duplicate-members': once('Repeated member names are 400 invalid_json.'),
    'limit.patch-result': both('A patch whose result is too large is 422 html_too_large.'),
    'limit.rates': once('Over the rate: 429 with Retry-After, RateLimit and RateLimit-Policy.'),
    'limit.keys-quota': once('More than 50 active keys are refused with quota_exceeded.'),
  }),
  ...from('decisions 6', {
    'rec.world': both(
      'The World record has its fields; permissions are role ∩ scopes ∩ key Worlds.',
    ),
    'rec.website': both('The website record has its fields; a write returns it without the HTML.'),
    'rec.published-stays': both('A published website stays published through patches and clears.'),
    'rec.unpublished': room(
      'has_unpublished_changes is true iff the draft differs from what is live; never published, iff it is not empty.',
      ['libs/builder/src/replace.test.ts', 'has unpublished changes unless its draft is empty'],
      ['libs/builder/src/publish/publish.test.ts', 'unchanged content keeps the first snapshot'],
    ),
    'rec.attach-unchanged': room(
      'An attach to the World the website is in is unchanged: true, at the same revision.',
      ['libs/builder/src/replace.test.ts', 'changes nothing, makes no revision and is done once'],
    ),
    'rec.get-extras': both('builder_get adds raw_html, layers, newline and content_trust.'),
    'rec.mcp-large-text': once(
      'Over 256 KiB the text is a summary at the two later versions and complete at 2025-03-26.',
    ),
    'rec.layers': once(
      'Layers written by the session route are stored, returned and composed on publish; a new revision.',
    ),
    'rec.snapshot-id': once(
      'Unchanged content published again keeps the first snapshot, unchanged: true.',
    ),
    'rec.key': once(
      'A key is ak_, 43 and 6 base62 characters with checksum; stored as a hash; the record has its fields.',
    ),
    'rec.key-expiry': once('Keys live 90 days by default, 1 to 365, for ever only when asked.'),
    'rec.visibility-first': both('The first publish makes the website public.'),
    'rec.visibility-private': later(
      'The owner sets private: addresses answer 404, an agent’s publish warns visibility_locked_by_owner.',
      'the owner’s switch comes with pages.set_visibility; the bus message and its effect are tested in the builder’s room',
    ),
    'rec.reserved': both(
      'Reserved words, their look-alikes, IDNA labels and p<digits> cannot be founded.',
    ),
    'rec.reference': both(
      'A reference has its fields, is marked unverified, and the result untrusted.',
    ),
    'rec.editor': later('editor_url leads to an editor.', EDITOR),
  }),
  ...from('decisions 7', {
    'later.not-configured': once(
      'Each of the thirteen further actions answers 501 not_configured and is listed as not available.',
    ),
  }),
} as const;
