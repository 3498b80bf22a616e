import { ACTIONS, type ActionName } from '@bridge/contracts';

/** Names longer than any real one are not compared. */
const NAME_CHARS_MAX = 64;

/** Names that other services use for what an action here does. */
const SAME_MEANING: ReadonlyMap<string, ActionName> = new Map<string, ActionName>([
  ['worlds.create', 'worlds.found'],
  ['worlds.claim', 'worlds.found'],
  ['worlds.new', 'worlds.found'],
  ['worlds.get', 'worlds.list'],
  ['world.list', 'worlds.list'],
  ['world.found', 'worlds.found'],
  ['world.create', 'worlds.found'],
  ['search', 'surf.search'],
  ['archive.search', 'surf.search'],
  ['search.query', 'surf.search'],
  ['builder.new', 'builder.create'],
  ['builder.add', 'builder.create'],
  ['pages.create', 'builder.create'],
  ['builder.read', 'builder.get'],
  ['builder.fetch', 'builder.get'],
  ['pages.read', 'builder.get'],
  ['builder.pages', 'builder.list'],
  ['builder.edit', 'builder.patch'],
  ['builder.update', 'builder.patch'],
  ['pages.edit', 'builder.patch'],
  ['pages.patch', 'builder.patch'],
  ['pages.update', 'builder.patch'],
  ['builder.move', 'builder.attach'],
  ['pages.move', 'builder.attach'],
]);

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
    SAME_MEANING.get(sent) ??
    ACTIONS.find((action) => {
      const own = action.name.replaceAll('_', '.');
      return own === sent || (action.set !== 'optional' && isMisspelt(sent, own));
    })?.name;
  return meant === undefined ? {} : { did_you_mean: meant };
}
