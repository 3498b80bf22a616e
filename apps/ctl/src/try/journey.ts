import { print } from '../terminal.ts';
import { lines } from './shorten.ts';
import type { AgentCallOutcome, AgentApiClient } from './surface.ts';

/** Thrown when a call of `npm run try` did not have the expected result. */
export class UnexpectedCallResultError extends Error {
  override readonly name = 'UnexpectedCallResultError';
}

/** The names and the page with which `npm run try` makes its calls: it founds a World and publishes the page in it. */
export interface TryPublicationInput {
  readonly word: string;
  readonly title: string;
  readonly html: string;
  /** A part of every idempotency key, so that two runs of the same calls use different keys. */
  readonly tag: string;
}

/** The members of a website in the result of a call that later calls need. */
interface WebsiteResultFields {
  readonly page_id: number;
  readonly draft_revision: number;
  readonly live_url: string | null;
}

/** Returns a text that occurs once in the page, for a patch to replace: the title, the first heading or the first line. */
function patchable(html: string): string {
  const candidates = [
    /<title>[^<]{1,200}<\/title>/i,
    /<h1[^>]*>[^<]{1,200}<\/h1>/i,
    /^[^\n]{1,200}/,
  ].map((form) => form.exec(html)?.[0] ?? '');
  const unique = candidates.find(
    (text) => text !== '' && html.indexOf(text) === html.lastIndexOf(text),
  );
  if (unique === undefined)
    throw new UnexpectedCallResultError(
      'The page has no title, heading or first line that occurs only once.',
    );
  return unique;
}

async function step(
  surface: AgentApiClient,
  said: string,
  action: string,
  payload: object,
  expected = 'done',
): Promise<AgentCallOutcome> {
  print(`\n  ${said}\n  > ${surface.show(action, payload).slice(0, 400)}`);
  const answer = await surface.call(action, payload);
  print(lines(answer.ok ? answer.result : { error: answer.error }));
  const came = answer.ok ? 'done' : String(answer.error['code']);
  if (came !== expected)
    throw new UnexpectedCallResultError(`${action} came out as ${came}, not ${expected}.`);
  return answer;
}

function websiteOf(answer: AgentCallOutcome): WebsiteResultFields {
  if (!answer.ok) throw new UnexpectedCallResultError('The response contains no website.');
  return answer.result['website'] as WebsiteResultFields;
}

/** Calls the actions that found a World, create a website in it, and read the website back. */
async function create(
  surface: AgentApiClient,
  trip: TryPublicationInput,
  key: (name: string) => string,
) {
  await step(surface, 'Found a World, a public name.', 'worlds.found', {
    word: trip.word,
    idempotency_key: key('found'),
  });
  const created = websiteOf(
    await step(
      surface,
      'Create a website in it from exact HTML; it is private.',
      'builder.create',
      {
        title: trip.title,
        word: trip.word,
        raw_html: trip.html,
        idempotency_key: key('create'),
      },
    ),
  );
  const read = await step(
    surface,
    'Read it back: the same HTML, and the revision that the next change must name.',
    'builder.get',
    { page_id: created.page_id },
  );
  if (read.ok && read.result['raw_html'] !== trip.html)
    throw new UnexpectedCallResultError('The returned HTML differs from the HTML that was sent.');
  return created;
}

/**
 * Calls the actions that found a World and publish a page, through the act endpoint or MCP, and prints each call with its
 * result. Returns the address of the published page.
 */
export async function journey(surface: AgentApiClient, trip: TryPublicationInput): Promise<string> {
  const key = (name: string): string => `try-${trip.tag}-${name}`;
  print(`\n${surface.title}`);
  const created = await create(surface, trip, key);
  const page = { page_id: created.page_id };
  const old = patchable(trip.html);
  const patch = {
    ...page,
    patch_ops: [
      { op: 'replace_text', old, new: `${old}<!-- patched over ${surface.title.slice(0, 3)} -->` },
    ],
  };
  const patched = websiteOf(
    await step(surface, 'Patch it: one exact, unique text.', 'builder.patch', {
      ...patch,
      expected_revision: created.draft_revision,
      idempotency_key: key('patch'),
    }),
  );
  await step(
    surface,
    'Patch it again with the old revision: refused, and the newer revision stays.',
    'builder.patch',
    { ...patch, expected_revision: created.draft_revision, idempotency_key: key('stale') },
    'revision_conflict',
  );
  const published = websiteOf(
    await step(
      surface,
      'Publish that revision: a live website and an immutable snapshot.',
      'builder.publish',
      {
        ...page,
        expected_revision: patched.draft_revision,
        idempotency_key: key('publish'),
      },
    ),
  );
  await step(surface, 'Search the archive for references.', 'surf.search', {
    query: 'printing press woodcut',
    limit: 3,
  });
  if (published.live_url === null)
    throw new UnexpectedCallResultError('The published website has no address.');
  return published.live_url;
}
