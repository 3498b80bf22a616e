import { ACTIONS, type ActionName } from '@bridge/contracts';

/** Maximum length of a name that is compared with known names. */
const NAME_CHARS_MAX = 64;

const byAlias: ReadonlyMap<string, ActionName> = new Map(
  ACTIONS.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)),
);

/** Matches names that mean a removal; no action removes a website. */
const REMOVAL = /(?:^|\.)(?:delete|destroy|erase|remove|unpublish|withdraw)(?:\.|$)/;

/**
 * True when the sent name lacks one letter, has one extra, or swaps two neighbours. A replaced letter could make
 * another word.
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
 * Returns the details of unknown_action: the action with the same meaning, or that the name means a removal. Clear and
 * publish are never suggested for a misspelling, because an agent might follow.
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
