import {
  ACCOUNT,
  BUILDER,
  LIMITS,
  WORLDS,
  type AttentionNotice,
  type ConsoleHomeAnswer,
  type WireOutput,
} from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { hash } from 'node:crypto';
import type { SendCallAsOwnerFunction } from '../http/owner-routes.ts';
import { screenParts } from '../http/screen-parts.ts';
import { listEndingKeys } from '../keys/expiring-key.store.ts';
import { listAgents, type ActiveKeyRow } from '../keys/key-change.store.ts';
import {
  keyItems,
  offerItems,
  quotaItems,
  reportedExpiries,
  unpublishedItems,
  websiteItems,
} from './attention-items.ts';

/** Maximum number of expiring keys, and of websites with unpublished changes, that the home page shows. */
const ITEMS_MAX = 20;
const AGENTS_MAX = 100;
/** Used share (0 to 1) of a quota from which the home page lists the quota. */
const QUOTA_SHOWN = 0.5;

/** The part of an owner’s home page that the account service provides. */
type AccountPartOfHome = WireOutput<typeof ACCOUNT.home>;
/** The part of an owner’s home page about websites, which the builder service provides. */
type BuilderPartOfHome = WireOutput<typeof BUILDER.home>;
/** The part of an owner’s home page about Worlds (public identities), which the worlds service provides. */
type WorldsPartOfHome = WireOutput<typeof WORLDS.home>;

/** Dependencies of the function that composes an owner’s home page. */
export interface HomeDeps {
  readonly db: DatabaseClient;
  readonly call: SendCallAsOwnerFunction;
  readonly accountId: string;
  readonly now: number;
  readonly keysActiveMax: number;
}

/** Returns the SHA-256 of a notice’s facts. A notice that the owner hid stays hidden while this hash is the same. */
export function factsHash({ facts }: Pick<AttentionNotice, 'facts'>): string {
  const sorted = Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(sorted));
}

const NO_ACCOUNT: AccountPartOfHome = {
  attention: [],
  hidden: [],
  nodes: [],
  lately: [],
  messages_waiting: 0,
  changed: [],
  seq: 0,
  chain: { to: 0, at: null, ok: true, first_bad: null },
};

/**
 * Composes an owner’s home page from the stored keys and from the results of three services. When a service is unavailable,
 * its part is empty and `missing` contains the service’s name. Spec: home.parts.
 */
export async function composeHome(deps: HomeDeps): Promise<ConsoleHomeAnswer> {
  const { db, call, accountId, now } = deps;
  const { missing, orNone } = screenParts();
  const websitesOf = async (
    account: Promise<AccountPartOfHome | null>,
  ): Promise<BuilderPartOfHome> => {
    const changed = (await account)?.changed.map(({ page_id }) => page_id) ?? [];
    return call(BUILDER.home, { changed });
  };
  const asked = orNone('account', call(ACCOUNT.home, {}));
  const [account, websites, worlds, agents, ending] = await Promise.all([
    asked,
    orNone('builder', websitesOf(asked)),
    orNone('worlds', call(WORLDS.home, {})),
    listAgents(db, accountId, AGENTS_MAX),
    listEndingKeys(db, accountId, { ...reportedExpiries(now), limit: ITEMS_MAX }),
  ]);
  const own = account ?? NO_ACCOUNT;
  const used = [
    ...(websites === null ? [] : websiteQuotas(websites)),
    { name: 'worlds', used: worlds?.founded ?? 0, max: LIMITS.worldsPerAccountMax },
    { name: 'keys', used: agents.length, max: deps.keysActiveMax },
  ];
  const quota = used.filter((one) => one.used >= QUOTA_SHOWN * one.max);
  const items = [
    ...own.attention,
    ...keyItems(ending, now),
    ...(worlds === null ? [] : await offerItems(db, worlds)),
    ...(websites === null
      ? []
      : [
          ...unpublishedItems(own.changed, websites).slice(0, ITEMS_MAX),
          ...websiteItems(websites),
        ]),
    ...quotaItems(quota, now),
  ];
  const hidden = new Set(own.hidden.map(({ kind, ref, facts }) => `${kind} ${ref} ${facts}`));
  return {
    attention: items.filter((item) => !hidden.has(`${item.kind} ${item.ref} ${factsHash(item)}`)),
    agents: agents.map((agent) => agentOf(agent, own)),
    live: websites?.live ?? [],
    live_total: websites?.live_total ?? 0,
    lately: own.lately,
    quota,
    messages_waiting: own.messages_waiting,
    steps: websites === null || worlds === null ? null : stepsOf(agents, websites, worlds),
    seq: own.seq,
    chain: own.chain,
    missing: missing.sort(),
  };
}

function websiteQuotas({ websites, stored_bytes }: BuilderPartOfHome): ConsoleHomeAnswer['quota'] {
  return [
    { name: 'websites', ...websites },
    { name: 'stored_bytes', ...stored_bytes },
  ];
}

/** Returns, for each of the first steps with a new account, whether the owner has completed it. */
function stepsOf(
  agents: readonly ActiveKeyRow[],
  { live_total, websites }: BuilderPartOfHome,
  { founded }: WorldsPartOfHome,
): ConsoleHomeAnswer['steps'] {
  return {
    key: agents.length > 0,
    call: agents.some(({ last_used_at }) => last_used_at !== null),
    world: founded > 0 || websites.used > 0,
    website: websites.used > 0,
    published: live_total > 0,
  };
}

function agentOf(
  agent: ActiveKeyRow,
  { nodes }: AccountPartOfHome,
): ConsoleHomeAnswer['agents'][number] {
  const node = nodes.find(({ key_id }) => key_id === agent.key_id);
  return {
    key_id: agent.key_id,
    name: agent.name,
    online: node !== undefined,
    status: node?.status ?? null,
    action: agent.last_used_action,
    last_used_at: agent.last_used_at?.toISOString() ?? null,
    calls_today: agent.calls_today,
  };
}
