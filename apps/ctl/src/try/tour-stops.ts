import {
  ACCOUNT,
  BUILDER,
  GENERATOR,
  PUBLISHER,
  SURF,
  WORLDS,
  type ActionName,
  type WireOutput,
} from '@bridge/contracts';

/** The values that the calls of `npm run try --all` need, which calls every action once. */
export interface ActionTourInput {
  readonly word: string;
  readonly html: string;
  readonly keyId: string;
  /** The code with which an agent joins the session (chat of the owner with one agent) that the owner has opened. */
  readonly code: string;
  /** A part of every idempotency key, so that two runs of the same calls use different keys. */
  readonly tag: string;
}

/** The values for the calls of `npm run try --all`, and the website as the last call has changed it. */
export interface ActionTourInputWithWebsite extends ActionTourInput {
  readonly page: { readonly page_id: number; readonly draft_revision: number };
}

/** One of the calls of `npm run try --all`, which calls every action once. */
export interface ActionTourCall {
  readonly action: ActionName;
  readonly input: (tour: ActionTourInputWithWebsite) => object;
  /** Formats the result of the call as one line for printing. */
  readonly line: (result: unknown) => string;
}

function stop<A extends { readonly name: ActionName }>(
  action: A,
  input: (tour: ActionTourInputWithWebsite) => object,
  line: (result: WireOutput<A>) => string,
): ActionTourCall {
  // The gateway has checked the result against the output schema of the action, so the cast is safe.
  return { action: action.name, input, line: (result) => line(result as WireOutput<A>) };
}

const keyOf = ({ tag }: ActionTourInput, name: string): string => `try-${tag}-${name}`;
/** Returns the members that the input of every change of a website has: page id, expected revision and idempotency key. */
const guarded = (tour: ActionTourInputWithWebsite, name: string) => ({
  page_id: tour.page.page_id,
  expected_revision: tour.page.draft_revision,
  idempotency_key: keyOf(tour, name),
});
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** The calls of `npm run try --all`: every action once. Each call comes after those whose results it needs. */
export const TOUR_STOPS: readonly ActionTourCall[] = [
  stop(
    WORLDS.found,
    (tour) => ({ word: tour.word, idempotency_key: keyOf(tour, 'found') }),
    ({ world }) => `founded the World ${world.word}`,
  ),
  stop(
    WORLDS.list,
    () => ({}),
    ({ worlds }) => `this key works in ${count(worlds.length, 'World')}`,
  ),
  stop(
    SURF.search,
    () => ({ query: 'printing press woodcut', limit: 3 }),
    ({ references: [first] }) => `found ${first === undefined ? 'nothing' : first.title}`,
  ),
  stop(
    BUILDER.create,
    (tour) => ({
      title: 'Every action once',
      word: tour.word,
      raw_html: tour.html,
      idempotency_key: keyOf(tour, 'create'),
    }),
    ({ website }) => `saved website ${website.page_id} as a private draft`,
  ),
  stop(
    BUILDER.list,
    () => ({}),
    ({ websites }) => `lists ${count(websites.length, 'draft')} of the account`,
  ),
  stop(
    BUILDER.patch,
    (tour) => ({
      ...guarded(tour, 'patch'),
      patch_ops: [{ op: 'replace_text', old: '</title>', new: ', once</title>' }],
    }),
    ({ website }) => `replaced one exact text: revision ${website.draft_revision}`,
  ),
  stop(
    BUILDER.widgetsCatalog,
    () => ({}),
    ({ widgets }) => `offers ${widgets.map(({ widget_id }) => widget_id).join(', ')}`,
  ),
  stop(
    BUILDER.widgetsInstallPage,
    (tour) => ({ ...guarded(tour, 'widget'), widget_id: 'theme-switch' }),
    ({ website, widget }) =>
      `put ${widget.widget_id} ${widget.version} into the draft: revision ${website.draft_revision}`,
  ),
  stop(
    BUILDER.attach,
    (tour) => ({ ...guarded(tour, 'attach'), word: tour.word }),
    ({ website }) => `leaves the website in the World ${website.word}, where it was`,
  ),
  stop(
    BUILDER.get,
    ({ page }) => ({ page_id: page.page_id }),
    ({ website }) => `read ${website.chars} characters, with a preview for 15 minutes`,
  ),
  stop(
    PUBLISHER.publish,
    (tour) => guarded(tour, 'publish'),
    ({ website }) => `made it public at ${website.live_url ?? '-'}`,
  ),
  stop(
    BUILDER.pagesList,
    () => ({}),
    ({ pages }) => `lists ${count(pages.length, 'publication')} and no draft`,
  ),
  stop(
    BUILDER.pagesGet,
    ({ page }) => ({ page_id: page.page_id }),
    ({ content }) => `visitors receive ${content?.bytes ?? 0} bytes`,
  ),
  stop(
    BUILDER.pagesSetVisibility,
    (tour) => ({
      page_id: tour.page.page_id,
      visibility: 'unlisted',
      idempotency_key: keyOf(tour, 'visibility'),
    }),
    ({ page }) => `made it ${page.visibility}: only its address leads to it`,
  ),
  stop(
    ACCOUNT.mallOverview,
    () => ({}),
    ({ worlds, websites }) =>
      `shows ${count(worlds, 'World')} and ${count(websites, 'public website')} of all accounts, as counted in the last minute`,
  ),
  stop(
    ACCOUNT.nodeHeartbeat,
    (tour) => ({
      node_id: 'try',
      status: 'working',
      idempotency_key: keyOf(tour, 'heartbeat'),
    }),
    ({ next_in_s }) => `said that the agent runs; next time in ${next_in_s} s`,
  ),
  stop(
    ACCOUNT.relayMessage,
    (tour) => ({
      to: `key:${tour.keyId}`,
      text: 'Read me once.',
      idempotency_key: keyOf(tour, 'message'),
    }),
    ({ message }) => `sent message ${message.id}, to the agent itself`,
  ),
  stop(
    ACCOUNT.relayInbox,
    () => ({}),
    ({ messages: [first] }) => `received ${JSON.stringify(first?.text ?? null)}`,
  ),
  stop(
    ACCOUNT.pairedChat,
    (tour) => ({ code: tour.code, text: 'Hello.', idempotency_key: keyOf(tour, 'chat') }),
    ({ message }) =>
      `joined the owner’s session by its code and said ${JSON.stringify(message.text)}`,
  ),
  stop(
    ACCOUNT.creditsBalance,
    () => ({}),
    ({ balance, costs }) => `${balance} credits; a draft costs ${costs['pages.generate']}`,
  ),
  stop(
    GENERATOR.pagesGenerate,
    (tour) => ({
      word: tour.word,
      title: 'Written for you',
      prompt: 'A one-page site of a small letterpress studio in Lisbon, calm and dark.',
      idempotency_key: keyOf(tour, 'generate'),
    }),
    ({ website, credits, model }) =>
      `${model} wrote the draft ${website.page_id} for ${credits.spent} credits`,
  ),
  stop(
    ACCOUNT.auditRead,
    () => ({}),
    ({ events }) => `the journal has ${count(events.length, 'effect')} of this key`,
  ),
  stop(
    BUILDER.clear,
    (tour) => guarded(tour, 'clear'),
    ({ website }) => `emptied the draft; the publication stays: revision ${website.draft_revision}`,
  ),
];
