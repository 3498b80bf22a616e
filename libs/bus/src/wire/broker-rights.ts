import {
  ACTIONS,
  BUDGET_MS,
  CALLER_NAMES,
  callablesOf,
  HINTS,
  MESSAGES,
  type CallerName,
} from '@bridge/contracts';

/** Names of the programs that have a user of their own at the broker. */
export const BROKER_USERS: readonly CallerName[] = CALLER_NAMES;

/** Maximum time between a message and its answer that the broker permits, s: the longest time budget and 5 s more. */
const ANSWER_S_MAX = BUDGET_MS.publish / 1_000 + 5;

/** The rights of one service at the broker; everything else is forbidden. */
export interface BrokerRights {
  /** Subjects that the service may send to. */
  readonly publish: readonly string[];
  /**
   * Subjects that the service may receive, in the broker's form: `subject`, or `subject queue` when only within that
   * group.
   */
  readonly subscribe: readonly string[];
  /** True when the service may answer the messages it receives, once each. */
  readonly answers: boolean;
}

/**
 * Returns the callables that a service may call: the gateway calls every action that is built, and each message names
 * its callers.
 */
function callsOf(service: CallerName): readonly string[] {
  const actions = service === 'gateway' ? ACTIONS : [];
  const messages = MESSAGES.filter((message) => message.callers.includes(service));
  return [...actions, ...messages].map((callable) => callable.subject);
}

/** Derives a service's rights from the contracts: callables by owner and callers, hints by senders and listeners. */
export function brokerRights(service: CallerName): BrokerRights {
  const calls = callsOf(service);
  const served = callablesOf(service).map((callable) => `${callable.subject} ${service}`);
  const sent = HINTS.filter((hint) => hint.senders.includes(service));
  const heard = HINTS.filter((hint) => hint.listeners.includes(service));
  return {
    publish: [...calls, ...sent.map((hint) => hint.subject)].sort(),
    subscribe: [
      ...(calls.length > 0 ? [`_INBOX_${service}.>`] : []),
      ...[...served, ...heard.map((hint) => hint.subject)].sort(),
    ],
    answers: served.length > 0,
  };
}

function list(name: 'publish' | 'subscribe', allowed: readonly string[]): string {
  if (allowed.length === 0) return `  ${name} { deny: ">" }`;
  return [
    `  ${name} {`,
    '    allow: [',
    ...allowed.map((one) => `      "${one}"`),
    '    ]',
    '  }',
  ].join('\n');
}

/** The file `deploy/nats/permissions.conf`: one variable `PERMISSIONS_<SERVICE>` per user. */
export function permissionsConf(): string {
  const users = BROKER_USERS.map((service) => {
    const rights = brokerRights(service);
    return [
      `PERMISSIONS_${service.toUpperCase()} {`,
      list('publish', rights.publish),
      list('subscribe', rights.subscribe),
      ...(rights.answers ? [`  allow_responses { max: 1, expires: "${ANSWER_S_MAX}s" }`] : []),
      '}',
    ].join('\n');
  });
  return [
    '# Made from the contracts by scripts/gen-bus.ts; change the callers there, not here.',
    ...users,
    '',
  ].join('\n\n');
}
