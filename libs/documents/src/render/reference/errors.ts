import {
  ACTIONS,
  detailsSchema,
  ERRORS,
  isErrorCode,
  jsonSchema,
  WHEN,
  type ErrorBody,
  type ErrorCode,
  type JsonSchema,
} from '@bridge/contracts';
import { BridgeError, describeError } from '@bridge/kernel';
import { codeList, escapeMarkdown } from '../markdown.ts';
import { ERROR_EXAMPLES } from './error-examples.ts';
import { typeOf } from './schema-table.ts';

/** The values of `retry` in an error, each with its explanation for the errors reference. */
const RETRIES = [
  ['never', 'The same call cannot succeed; read the hint.'],
  [
    'same_key',
    'Send the same call again with the same `idempotency_key`; it is done at most once.',
  ],
  [
    'after_reconcile',
    'Read the website again, redo the change on it, and send it with a new `idempotency_key`.',
  ],
  [
    'after_seconds',
    'Wait `details.retry_after_s` seconds (over HTTP the `Retry-After` header too), then send the same call again.',
  ],
  ['fix_input', 'Correct the call, then send it.'],
] as const;

const STATUSES: Readonly<Record<number, string>> = {
  400: 'The request cannot be read',
  401: 'The key',
  402: 'Credits',
  403: 'Rights',
  404: 'Not there, or not yours to see',
  405: 'Method',
  406: 'Accept',
  408: 'Too slow',
  409: 'Conflicts',
  410: 'Gone',
  413: 'Too large',
  415: 'Media type',
  422: 'The request is clear, but cannot be done',
  428: 'A condition is missing',
  429: 'Too many',
  451: 'Suspended',
  500: 'A fault of the service',
  501: 'Not available here',
  503: 'Not now',
  504: 'No answer',
};

/** All error codes, in ascending order of their status. */
const CODES_BY_STATUS: readonly ErrorCode[] = Object.keys(ERRORS)
  .filter(isErrorCode)
  .toSorted((a, b) => ERRORS[a].status - ERRORS[b].status);

/** Returns the example of an error, in the form that a caller receives. */
function exampleOf(code: ErrorCode, errorsUrl: string): ErrorBody {
  return describeError(new BridgeError(code, ERROR_EXAMPLES[code]), { errorsUrl }, 'req_…');
}

/** The JSON Schema of one member of an error's `details`, with the members that the errors reference uses. */
interface ErrorDetailSchema extends JsonSchema {
  readonly description: string;
  readonly items?: ErrorDetailSchema;
  readonly properties?: Readonly<Record<string, ErrorDetailSchema>>;
  readonly [WHEN]?: string;
}

/**
 * Returns a Markdown table row for each member of an error's `details`; members of objects in a list are written as
 * `issues[].path`.
 */
function detailRows(schema: Pick<ErrorDetailSchema, 'properties'>, prefix = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const present = member[WHEN] === undefined ? 'always' : `when ${member[WHEN]}`;
    const row = `| \`${prefix}${name}\` | ${typeOf(member)} | ${escapeMarkdown(present)} | ${escapeMarkdown(member.description)} |`;
    return [
      row,
      ...detailRows(member, `${prefix}${name}.`),
      ...detailRows(member.items ?? {}, `${prefix}${name}[].`),
    ];
  });
}

function detailsOf(code: ErrorCode, example: ErrorBody['details']): string {
  const rows = detailRows(jsonSchema(detailsSchema(code), 'input'));
  if (rows.length === 0) return '';
  return `

| member of \`details\` | type | present | meaning |
| --- | --- | --- | --- |
${rows.join('\n')}

Example: \`${JSON.stringify(example)}\``;
}

function errorSection(code: ErrorCode, docsUrl: string): string {
  const body = exampleOf(code, docsUrl);
  const named = ACTIONS.filter((action) => action.errors.includes(code)).map(({ name }) => name);
  const from = named.length === 0 ? '' : `\n\nNamed by ${codeList(named)}.`;
  return `## ${code}

Status **${body.status}**, outcome \`${body.outcome}\`, retry \`${body.retry}\`.

> ${escapeMarkdown(body.message)}

${escapeMarkdown(body.hint)}${detailsOf(code, body.details)}${from}`;
}

function example(docsUrl: string): string {
  const error = exampleOf('revision_conflict', docsUrl);
  return JSON.stringify({ ok: false, error, request_id: 'req_…' }, null, 2);
}

/** Returns the reference of errors in Markdown: the form of an error and a section with an anchor for each code. */
export function errorsReference(docsUrl: string): string {
  const byStatus = Map.groupBy(CODES_BY_STATUS, (code) => ERRORS[code].status);
  const rows = [...byStatus].map(([status, codes]) => {
    const links = codes.map((code) => `[${code}](#${code})`).join(', ');
    return `| ${status} | ${STATUSES[status] ?? ''} | ${links} |`;
  });
  return `# Errors

Every failure has the same form on every surface. On the action endpoint it is the body; in a tool result it is the \`error\` object as text, with \`isError: true\`; a request that the tool endpoint refuses as a whole carries it as \`data\` of the JSON-RPC error.

\`\`\`json
${example(docsUrl)}
\`\`\`

- \`code\` is stable and what a program should look at; \`message\` and \`hint\` are for reading and may change.
- \`outcome\` says whether anything may have happened: \`not_applied\`, or \`unknown\` where no answer came in time.
- \`details\` has the members listed under its code below; a program ignores a member that it does not know.
- \`doc_url\` leads to the code on this page. \`request_id\` names the request to the operator.

## What to do next

| \`retry\` | meaning |
| --- | --- |
${RETRIES.map(([name, meaning]) => `| \`${name}\` | ${meaning} |`).join('\n')}

## All codes

| status | about | codes |
| --- | --- | --- |
${rows.join('\n')}

${CODES_BY_STATUS.map((code) => errorSection(code, docsUrl)).join('\n\n')}
`;
}
