import { ACTIONS, HINTS, MESSAGES, type BusCallDefinition } from '@bridge/contracts';

/** A row of the documentation page of the bus: an action or message, its callers and its purpose. */
interface BusSubjectDocumentation {
  readonly callable: BusCallDefinition;
  readonly callers: readonly string[];
  readonly purpose: string;
}

function row({ callable, callers, purpose }: BusSubjectDocumentation): string {
  const { subject, callClass, budgetMs } = callable;
  return `| \`${subject}\` | ${callers.join(', ')} | ${callClass} | ${budgetMs / 1_000} s | ${purpose} |`;
}

/** Returns the page `docs/reference/bus.md`, a table of all subjects with their senders. */
export function busReference(): string {
  const actions = ACTIONS.map((action): BusSubjectDocumentation => {
    const purpose = `The action \`${action.name}\`.`;
    return { callable: action, callers: ['gateway'], purpose };
  });
  const messages = MESSAGES.map((message): BusSubjectDocumentation => {
    return { callable: message, callers: message.callers, purpose: message.purpose };
  });
  return [
    '# Messages between the services',
    '',
    'Made by `scripts/gen-bus.ts` from `libs/contracts`. Schemas: `libs/bus/schemas/v1.json`. Rights at the broker:',
    '`deploy/nats/permissions.conf`. How calls fail: `libs/bus/README.md`.',
    '',
    '## Calls',
    '',
    'Answered by one replica of the service that the subject names. Each class of calls has a bounded queue of its own in each replica;',
    'the budget is the time until nobody waits any more.',
    '',
    '| Subject | Callers | Class | Budget | Purpose |',
    '|---|---|---|---|---|',
    ...[...actions, ...messages].map(row),
    '',
    '## Hints',
    '',
    'Broadcast to every replica that listens; losing one harms nobody.',
    '',
    '| Subject | From | To | Purpose |',
    '|---|---|---|---|',
    ...HINTS.map(
      ({ subject, senders, listeners, purpose }) =>
        `| \`${subject}\` | ${senders.join(', ')} | ${listeners.join(', ')} | ${purpose} |`,
    ),
    '',
  ].join('\n');
}
