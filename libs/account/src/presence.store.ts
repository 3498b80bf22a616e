import { LIMITS, type OnlineAgentNode } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** Time in seconds after its last heartbeat during which a node (running program of an agent) counts as online. */
export const OFFLINE_AFTER_S = LIMITS.heartbeatSeconds * LIMITS.heartbeatsMissedMax;

/** The state that a node (a running program of an agent) reports of itself with a heartbeat. */
export interface AgentNodeHeartbeat {
  readonly accountId: string;
  readonly keyId: string;
  readonly nodeId: string;
  readonly label: string | null;
  readonly capabilities: readonly string[];
  readonly status: string | null;
}

/** Updates the state and the heartbeat time of an agent’s node that is stored already; returns false for any other node. */
export async function renewNode(
  db: SqlStatementRunner,
  node: AgentNodeHeartbeat,
): Promise<boolean> {
  const rows = await db.rows(
    sql`update account.presence p set label = ${node.label}, capabilities = ${[...node.capabilities]}::text[],
        status = ${node.status}, seen_at = date_trunc('milliseconds', now())
      where p.account_id = ${node.accountId} and p.key_id = ${node.keyId} and p.node_id = ${node.nodeId}
      returning 1 as renewed`,
  );
  return rows.length === 1;
}

/**
 * Removes the agents’ nodes of an account whose last heartbeat is more than `offlineS` seconds ago. The caller has locked the
 * account with `lockGate`.
 */
export async function forgetNodes(
  tx: SqlStatementRunner,
  accountId: string,
  offlineS: number,
): Promise<void> {
  await tx.rows(sql`delete from account.presence
    where account_id = ${accountId} and seen_at < now() - make_interval(secs => ${offlineS})`);
}

/**
 * Adds an agent’s node; returns false when the account has `nodesMax` nodes. The caller has locked the account with `lockGate`.
 */
export async function addNode(
  tx: SqlStatementRunner,
  node: AgentNodeHeartbeat,
  nodesMax: number,
): Promise<boolean> {
  const { accountId } = node;
  const rows =
    await tx.rows(sql`insert into account.presence as p (account_id, key_id, node_id, label, capabilities, status)
    select ${accountId}, ${node.keyId}, ${node.nodeId}, ${node.label}::text, ${[...node.capabilities]}::text[],
      ${node.status}::text
    where (select count(*) from account.presence where account_id = ${accountId}) < ${nodesMax}::integer
    on conflict (account_id, key_id, node_id) do update set seen_at = excluded.seen_at
    returning 1 as added`);
  return rows.length === 1;
}

/** Lists the online nodes (running programs of agents) of an account, at most `LIMITS.nodesPerAccountMax`. */
export async function listOnlineNodes(
  db: SqlStatementRunner,
  accountId: string,
): Promise<readonly OnlineAgentNode[]> {
  return db.rows(
    sql<OnlineAgentNode>`select p.key_id, p.node_id, p.label, p.status from account.presence p
      where p.account_id = ${accountId} and p.seen_at > now() - make_interval(secs => ${OFFLINE_AFTER_S})
      order by p.account_id, p.key_id, p.node_id limit ${LIMITS.nodesPerAccountMax}`,
  );
}

/** Removes agents’ nodes whose last heartbeat is more than `keptDays` days ago, at most `rowsMax`; returns their number. */
export async function expireNodes(
  tx: SqlStatementRunner,
  keptDays: number,
  rowsMax: number,
): Promise<number> {
  const rows =
    await tx.rows(sql`delete from account.presence where (account_id, key_id, node_id) in (
      select account_id, key_id, node_id from account.presence
      where seen_at < now() - make_interval(days => ${keptDays})
      order by seen_at limit ${rowsMax} for update skip locked) returning 1 as gone`);
  return rows.length;
}
