import {
  ACTIONS,
  BUDGET_MS,
  CALLER_NAMES,
  callablesOf,
  HINTS,
  MESSAGES,
  type CallerName,
} from '@bridge/contracts';

/** Names of the programs that have their own user at the NATS broker. */
export const BROKER_USERS: readonly CallerName[] = CALLER_NAMES;

/** Time in s for which the broker permits a program to reply to a message: the longest time budget of a call plus 5 s. */
const ANSWER_S_MAX = BUDGET_MS.publish / 1_000 + 5;

/** The permissions of one program at the NATS broker; all other subjects are forbidden. */
export interface BrokerUserPermissions {
  /** Subjects to which the program may send. */
  readonly publish: readonly string[];
  /** Subjects that the program may receive: `subject`, or `subject queue` for members of that queue group only. */
  readonly subscribe: readonly string[];
  /** True when the program may send one reply to each message that it receives. */
  readonly answers: boolean;
}

/**
 * Returns the subjects of all calls that a program may send: messages between services and, for the gateway, the actions of
 * agents.
 */
function callsOf(service: CallerName): readonly string[] {
  const actions = service === 'gateway' ? ACTIONS : [];
  const messages = MESSAGES.filter((message) => message.callers.includes(service));
  return [...actions, ...messages].map((callable) => callable.subject);
}

/** Derives the broker permissions of a program from the declared actions, messages and hints (broadcast messages). */
export function brokerRights(service: CallerName): BrokerUserPermissions {
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

/** Returns the file `deploy/nats/permissions.conf`, with a variable `PERMISSIONS_<SERVICE>` for each user. */
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
