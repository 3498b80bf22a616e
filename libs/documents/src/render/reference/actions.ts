import {
  ACTIONS,
  jsonSchemaOf,
  KEY_HEADERS,
  LIMITS,
  PUBLIC_PATHS,
  SCOPE_SETS,
  type AnyAction,
} from '@bridge/contracts';
import { codeList } from '../markdown.ts';
import { memberRows, resultMembers } from './schema-table.ts';

const EFFECTS = {
  read: 'reads, changes nothing',
  add: 'adds, replaces nothing',
  change: 'changes or removes what was there',
} as const;
const SETS = {
  read: 'in the read and draft sets',
  draft: 'in the draft set',
  optional: 'in no set: the owner grants it apart',
  none: 'in no set',
} as const;

function inputOf(action: AnyAction): string {
  const rows = memberRows(jsonSchemaOf(action, 'input'));
  if (rows.length === 0) return 'Input: an empty object.';
  return `| input | type | bounds | needed | |
| --- | --- | --- | --- | --- |
${rows.join('\n')}`;
}

function actionSection(action: AnyAction, errorsPage: string): string {
  const tool = action.tool === null ? '' : `, tool \`${action.tool}\``;
  const errors = action.errors.map((code) => `[${code}](${errorsPage}#${code})`);
  const own = errors.length === 0 ? '' : `\n\nErrors of its own: ${errors.join(', ')}.`;
  return `## ${action.name}

Scope \`${action.name}\`, ${SETS[action.set]}${tool}. It ${EFFECTS[action.kind]}; answered within ${action.budgetMs / 1000} s.

${action.purpose}

${inputOf(action)}

Result: ${resultMembers(jsonSchemaOf(action, 'output'))}.${own}

\`\`\`json
${JSON.stringify({ action: action.name, payload: action.example }, null, 2)}
\`\`\``;
}

function rawDraft(errorsPage: string): string {
  return `## A whole draft as its bytes

\`GET ${PUBLIC_PATHS.bridge}/pages/{page_id}/raw\` (scope \`builder.get\`) answers the exact stored bytes with \`ETag: "r<draft_revision>"\`.

\`PUT\` to the same address (scope \`builder.patch\`) writes the whole draft anew, also one that was cleared. The body is the HTML, the answer that of \`builder.patch\` with \`applied: 1\`.

| header | |
| --- | --- |
| \`Content-Type\` | \`text/html; charset=utf-8\` |
| \`If-Match\` | \`"r<draft_revision>"\`, as the ETag; without it 428 [precondition_required](${errorsPage}#precondition_required) |
| \`Idempotency-Key\` | required, as \`idempotency_key\` of an action |

\`\`\`sh
curl -X PUT "$AGENT_BRIDGE_URL${PUBLIC_PATHS.bridge}/pages/42/raw" --data-binary @page.html -H "Authorization: Bearer $AGENT_BRIDGE_KEY" \\
  -H 'Content-Type: text/html; charset=utf-8' -H 'If-Match: "r3"' -H 'Idempotency-Key: write-42-again'
\`\`\``;
}

function limits(): string {
  return `## Limits

| what | limit |
| --- | --- |
| one request body on act, mcp and raw | ${LIMITS.callBodyBytesMax.toLocaleString('en-US')} bytes; anywhere else ${LIMITS.smallBodyBytesMax.toLocaleString('en-US')} |
| depth and size of JSON | ${LIMITS.jsonDepthMax} levels, ${LIMITS.jsonTokensMax.toLocaleString('en-US')} values and names |
| \`raw_html\`, and the result of a patch | ${LIMITS.rawHtmlCharsMax.toLocaleString('en-US')} Unicode code points |
| operations in one patch | ${LIMITS.patchOpsMax} |
| messages in one batch (2025-03-26 only) | ${LIMITS.batchMembersMax} |
| Worlds, websites, active keys per account | ${LIMITS.worldsPerAccountMax.toLocaleString('en-US')}, ${LIMITS.websitesPerAccountMax.toLocaleString('en-US')}, ${LIMITS.keysActiveMax} |

"Characters" are Unicode code points. Rates are told by the headers \`RateLimit\`, \`RateLimit-Policy\` and \`Retry-After\`.`;
}

/** Returns the reference of all actions in Markdown. `errorsPage` is the link to the errors reference. */
export function actionsReference(errorsPage: string): string {
  return `# Actions

\`POST ${PUBLIC_PATHS.act}\` with \`{"action": "…", "payload": {…}}\`, as \`application/json\`. The key goes into one of two headers:

\`\`\`
${KEY_HEADERS.header}
${KEY_HEADERS.alt_header}
\`\`\`

- A success is 200 with \`{"ok": true, "action", "result", "request_id"}\`. A failure is described under [Errors](${errorsPage}).
- An absent \`payload\` is an empty one. Unknown members are refused, nothing is converted.
- Every change takes an \`idempotency_key\`. The same call with the same key gives the first result again, with the header \`Idempotency-Replayed: true\`; another call with that key is refused. Keys are remembered for ${LIMITS.idempotencyKeptDays} days.
- The actions below with a tool are tools of \`${PUBLIC_PATHS.mcp}\` too, with the same input and the same result. There every name has an underscore: \`builder_patch\`.
- \`GET ${PUBLIC_PATHS.actions}\` gives the JSON Schemas of every input and result.

## Scopes

| set | scopes |
| --- | --- |
| read | ${codeList(SCOPE_SETS.read)} |
| draft | ${codeList(SCOPE_SETS.draft)} |
| optional | ${codeList(SCOPE_SETS.optional)} |

${ACTIONS.map((action) => actionSection(action, errorsPage)).join('\n\n')}

${rawDraft(errorsPage)}

${limits()}
`;
}
