import { ACTIONS, type ActionName } from '@bridge/contracts';

/** Maximum length of an unknown action name for which a known name is suggested. A longer name gets no suggestion. */
const NAME_CHARS_MAX = 64;

const byAlias: ReadonlyMap<string, ActionName> = new Map(
  ACTIONS.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)),
);

/** Matches an unknown action name that means a removal. No action removes a website, so the error says this. */
const REMOVAL = /(?:^|\.)(?:delete|destroy|erase|remove|unpublish|withdraw)(?:\.|$)/;

/**
 * True when the sent name differs from a known name by one missing letter, one extra letter or two swapped neighbours. A
 * replaced letter does not count, because the sent name could be another word.
 */
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
 * Returns the details of the error unknown_action: the action that the client probably meant, or that the name means a removal.
 * The optional actions (clear, publish) are not suggested for a misspelt name, because an agent might call them.
 */
export function suggestAction(name: string): {
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
