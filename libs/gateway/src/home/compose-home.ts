import {
  ACCOUNT,
  BUILDER,
  LIMITS,
  WORLDS,
  type AttentionItem,
  type Callable,
  type HomeAnswer,
  type WireOutput,
} from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { isBridgeError } from '@bridge/kernel';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { listAgents, type AgentRow } from '../keys/key-change.store.ts';

/** A key needs attention so long before it ends. */
const EXPIRY_NOTICE_MS = 14 * 24 * 3_600_000;
/** Things of one kind, and keys, that are shown. */
const ITEMS_MAX = 20;
const AGENTS_MAX = 100;
/** Shares of a quota from which it is shown, and from which it needs attention. */
const QUOTA_SHOWN = 0.5;
const QUOTA_NOTICE = 0.8;

type AccountHome = WireOutput<typeof ACCOUNT.home>;
type WebsitesHome = WireOutput<typeof BUILDER.home>;

/** Calls a service in the account of the owner. */
export type HomeCall = <I extends z.ZodType, O extends z.ZodType>(
  callable: Callable<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>;

/** What a home is made of. */
export interface HomeDeps {
  readonly db: Db;
  readonly call: HomeCall;
  readonly accountId: string;
  readonly now: number;
  readonly keysActiveMax: number;
}

/** The SHA-256 of facts, by which something that was hidden is known again. */
export function factsHash({ facts }: Pick<AttentionItem, 'facts'>): string {
  const sorted = Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

function keyItems(agents: readonly AgentRow[], now: number): AttentionItem[] {
  return agents.flatMap(({ key_id, name, expires_at, is_replaced }): AttentionItem[] => {
    if (expires_at === null || is_replaced) return [];
    const since = expires_at.getTime() - EXPIRY_NOTICE_MS;
    if (since > now) return [];
    const facts = { key_name: name, expires_at: expires_at.toISOString() };
    return [{ kind: 'key_expiring', ref: key_id, since: new Date(since).toISOString(), facts }];
  });
}

function unpublishedItems(
  { changed }: AccountHome,
  { unpublished }: WebsitesHome,
): AttentionItem[] {
  return unpublished.flatMap(({ page_id, title, published_revision, draft_revision }) => {
    const change = changed.find((one) => one.page_id === page_id);
    if (change === undefined) return [];
    const facts = { title, key_name: change.key_name, published_revision, draft_revision };
    return [{ kind: 'unpublished' as const, ref: String(page_id), since: change.at, facts }];
  });
}

function quotaItems(quota: HomeAnswer['quota'], now: number): AttentionItem[] {
  const since = new Date(now).toISOString();
  return quota
    .filter(({ used, max }) => used >= QUOTA_NOTICE * max)
    .map(({ name, used, max }) => {
      // Whole percents, so that a hidden quota comes back when it is noticeably fuller.
      const facts = { percent: Math.floor((100 * used) / max), max };
      return { kind: 'quota' as const, ref: name, since, facts };
    });
}

const NO_ACCOUNT: AccountHome = {
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
 * Reads the home of an owner from the keys of this gateway and from three services. A service that is away leaves its block
 * empty and is named in `missing`. Spec: home.parts.
 */
export async function composeHome(deps: HomeDeps): Promise<HomeAnswer> {
  const { db, call, accountId, now } = deps;
  const missing: string[] = [];
  const orNone = async <T>(part: string, read: Promise<T>): Promise<T | null> => {
    try {
      return await read;
    } catch (error) {
      if (!isBridgeError(error, 'service_unavailable')) throw error;
      missing.push(part);
      return null;
    }
  };
  const websitesOf = async (account: Promise<AccountHome | null>): Promise<WebsitesHome> => {
    const changed = (await account)?.changed.map(({ page_id }) => page_id) ?? [];
    return call(BUILDER.home, { changed });
  };
  const asked = orNone('account', call(ACCOUNT.home, {}));
  const [account, websites, worlds, agents] = await Promise.all([
    asked,
    orNone('builder', websitesOf(asked)),
    orNone('worlds', call(WORLDS.rights, { words: null })),
    listAgents(db, accountId, AGENTS_MAX),
  ]);
  const own = account ?? NO_ACCOUNT;
  const founded = worlds?.rights.filter(({ role }) => role === 'founder').length ?? 0;
  const used = [
    ...(websites === null
      ? []
      : [
          { name: 'websites', ...websites.websites },
          { name: 'stored_bytes', ...websites.stored_bytes },
        ]),
    { name: 'worlds', used: founded, max: LIMITS.worldsPerAccountMax },
    { name: 'keys', used: agents.length, max: deps.keysActiveMax },
  ];
  const quota = used.filter((one) => one.used >= QUOTA_SHOWN * one.max);
  const items = [
    ...own.attention,
    ...keyItems(agents, now).slice(0, ITEMS_MAX),
    ...(websites === null ? [] : unpublishedItems(own, websites).slice(0, ITEMS_MAX)),
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
    seq: own.seq,
    chain: own.chain,
    missing: missing.sort(),
  };
}

function agentOf(agent: AgentRow, { nodes }: AccountHome): HomeAnswer['agents'][number] {
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
