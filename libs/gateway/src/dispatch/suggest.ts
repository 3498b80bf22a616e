import { ACTIONS, type ActionName } from '@bridge/contracts';

/** Names longer than any real one are not compared. */
const NAME_CHARS_MAX = 64;

const byAlias: ReadonlyMap<string, ActionName> = new Map(
  ACTIONS.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)),
);

/** Words that ask for a removal, which no action does. */
const REMOVAL = /(?:^|\.)(?:delete|destroy|erase|remove|unpublish|withdraw)(?:\.|$)/;

/** True when one letter is missing, one is too many, or two neighbours changed places. Another letter is another word. */
function isMisspelt(sent: string, name: string): boolean {
  const [short, long] = sent.length < name.length ? [sent, name] : [name, sent];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length === short.length + 1) return short.slice(at) === long.slice(at + 1);
  return (
    long.length === short.length &&
    short[at] === long[at + 1] &&
    short[at + 1] === long[at] &&
    short.slice(at + 2) === long.slice(at + 2)
  );
}

/**
 * Details of unknown_action for a name: the action of the same meaning, or that a removal was asked for. Clear and publish
 * are never suggested, because an agent might follow the suggestion.
 */
export function suggestFor(name: string): {
  readonly did_you_mean?: ActionName;
  readonly asked?: 'removal';
} {
  if (name.length > NAME_CHARS_MAX) return {};
  const sent = name.toLowerCase().replaceAll(/[_/\s-]/g, '.');
  if (REMOVAL.test(sent)) return { asked: 'removal' };
  const meant =
    byAlias.get(sent) ??
    ACTIONS.find((action) => {
      const own = action.name.replaceAll('_', '.');
      return own === sent || (action.set !== 'optional' && isMisspelt(sent, own));
    })?.name;
  return meant === undefined ? {} : { did_you_mean: meant };
}
